import type { ResultColumn } from '../../engine/reading/sql-question.ts'
import type { JsonForm } from './media-type.ts'
import { edmType } from './model/edm-type.ts'
import { TYPE_NAMESPACE } from './model/schema-names.ts'
import type { EntityPage } from './read-entities.ts'

/** `root` is the address of the workbook, `set` the name of the entity set as addresses have it. */
export type Written = { root: string; set: string; form: JsonForm }

/** A page of entities as OData's JSON; `nextLink` is where it goes on. */
export function pageJson(page: EntityPage, written: Written, nextLink: string | null): string {
  const { form, rows } = page
  const control = [
    ...(written.form.metadata === 'none' ? [] : [member('@odata.context', contextOf(page, written))]),
    ...(form.count === null ? [] : [`"@odata.count":${exactly(String(form.count), written.form)}`]),
  ]
  const write = rowWriter(page, written)
  const values = rows.map((row) => `{${write(row)}}`).join(',\n')
  const members = [
    ...control,
    `"value":[${values}]`,
    ...(nextLink === null ? [] : [member('@odata.nextLink', nextLink)]),
  ]
  return `{${members.join(',')}}`
}

/** One entity alone. */
export function entityJson(page: EntityPage, written: Written): string {
  const context = `${contextOf(page, written)}/$entity`
  const control = written.form.metadata === 'none' ? '' : `${member('@odata.context', context)},`
  return `{${control}${rowWriter(page, written)(page.rows[0] ?? [])}}`
}

/** The only property of one entity. */
export function propertyJson({ columns, rows }: EntityPage, { root, set, form }: Written, key: string): string | null {
  const column = columns.at(-1)
  const value = rows[0]?.at(-1)
  if (!column || value === null || value === undefined) return null
  const context = `${root}/$metadata#${set}(${key})/${encodeURIComponent(column.name)}`
  const control = form.metadata === 'none' ? '' : `${member('@odata.context', context)},`
  return `{${control}"value":${cellWriter(column, form)(value)}}`
}

/** A value as plain text; null where there is none. */
export function rawValue({ columns, rows }: EntityPage): string | null {
  const column = columns.at(-1)
  const value = rows[0]?.at(-1)
  if (!column || value === null || value === undefined) return null
  const text = cellWriter(column, { metadata: 'none', isExact: false })(value)
  // Safe: what begins with a quote is a text of JSON.
  return text.startsWith('"') ? (JSON.parse(text) as string) : text
}

const member = (name: string, text: string) => `${JSON.stringify(name)}:${JSON.stringify(text)}`

/** Of grouped rows and selected properties the context lists the names. */
function contextOf({ columns, form }: EntityPage, { root, set }: Written): string {
  const shown = form.isKeyShown || form.isGrouped ? columns : columns.slice(1)
  const names = shown.map(({ name }) => encodeURIComponent(name)).join(',')
  return `${root}/$metadata#${set}${form.isSelected || form.isGrouped ? `(${names})` : ''}`
}

type RowWriter = (row: readonly unknown[]) => string

/** The members of an entity. One without its key says by its id which it is. */
function rowWriter({ columns, form }: EntityPage, { root, set, form: json }: Written): RowWriter {
  const writers = columns.map((column) => cellWriter(column, json))
  const names = columns.map((column) => nameMember(column, json))
  const isEntity = !form.isGrouped
  const first = isEntity && !form.isKeyShown ? 1 : 0
  const hasId = isEntity && (json.metadata === 'full' || (json.metadata === 'minimal' && !form.isKeyShown))
  const type =
    json.metadata === 'full' && isEntity ? `"@odata.type":"#${TYPE_NAMESPACE}.${decodeURIComponent(set)}",` : ''
  return (row) => {
    const id = hasId ? `${member('@odata.id', `${root}/${set}(${row[0]})`)},` : ''
    let text = `${type}${id}`
    for (let n = first; n < columns.length; n++) {
      const value = row[n]
      const cell = value === null || value === undefined ? 'null' : (writers[n]?.(value) ?? 'null')
      text += `${n === first ? '' : ','}${names[n]}${cell}`
    }
    return text
  }
}

/** Types that JSON does not show by itself are named where everything is. */
function nameMember({ name, type }: ResultColumn, { metadata }: JsonForm): string {
  const edm = edmType(type).name
  const isPlain = edm === 'Edm.String' || edm === 'Edm.Boolean' || edm === 'Edm.Double'
  const typed = metadata === 'full' && !isPlain ? `${member(`${name}@odata.type`, `#${edm.slice(4)}`)},` : ''
  return `${typed}${JSON.stringify(name)}:`
}

const exactly = (digits: string, { isExact }: JsonForm) => (isExact ? `"${digits}"` : digits)

/** A cell of the engine's JSON, which has decimals and large whole numbers as texts, as OData writes it. */
function cellWriter({ type }: ResultColumn, form: JsonForm): (value: unknown) => string {
  switch (type.name) {
    case 'BIGINT':
    case 'DECIMAL':
      return (value) => exactly(String(value), form)
    case 'DATE':
      return (value) => `"${plainYear(String(value))}"`
    case 'TIMESTAMP':
    case 'TIMESTAMPTZ':
      return (value) => `"${plainYear(String(value)).replace(/Z?$/, 'Z')}"`
    default:
      return (value) => JSON.stringify(value)
  }
}

/** Years beyond four digits have no sign before them, and years before Christ four digits. */
const plainYear = (text: string) => (/^[+-]/.test(text) ? text.replace(/^\+0*|(?<=^-)0+(?=\d{4}-)/, '') : text)
