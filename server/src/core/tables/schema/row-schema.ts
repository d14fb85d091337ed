import type { ColumnType } from '../../../engine/table/column-type.ts'
import type { ReadableColumn } from '../../../engine/table/readable-table.ts'
import { ROW_ID } from '../../../engine/table/table.ts'
import type { OpenedTable } from '../../reading/open-readable-table.ts'
import type { VisibleRule } from '../../rules/read-rules.ts'

type Schema = Record<string, unknown>

/** One row, as it is read and written: only the columns and rules its reader may see, no id for a new row. */
export function rowSchemaOf({ name, description, table }: OpenedTable, rules: readonly VisibleRule[]): Schema {
  const inForce = rules.filter(({ isInForce }) => isInForce)
  const columns = table.columns.map((column) => [column.name, cellSchemaOf(column, rulesOf(inForce, column))] as const)
  const required = inForce.flatMap(({ kind, columns: [column = ''] }) => (kind === 'required' ? [column] : []))
  // JSON Schema has no words for what rows must be beside each other.
  const beyond = inForce.filter(({ kind }) => kind === 'unique' || kind === 'reference' || kind === 'row')
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    ...(description === null ? {} : { description }),
    type: 'object',
    properties: Object.fromEntries([
      ...columns,
      [ROW_ID, { type: ['integer', 'null'], description: 'Absent: the row is inserted. Present: it is updated.' }],
    ]),
    required: [...new Set(required)],
    additionalProperties: false,
    ...(beyond.length > 0 ? { 'x-rules': beyond.map(beyondSchema) } : {}),
  }
}

/** The rules that are about this column alone. */
export const rulesOf = (rules: readonly VisibleRule[], { name }: ReadableColumn) =>
  rules.filter(({ kind, columns }) => kind !== 'row' && columns.length === 1 && columns[0] === name)

const beyondSchema = ({ kind, name, columns, table, tableColumn, expression, message }: VisibleRule): Schema => ({
  kind,
  ...(name === null ? {} : { name }),
  columns,
  ...(table === null ? {} : { table, table_column: tableColumn }),
  ...(expression === null ? {} : { expression }),
  ...(message === null ? {} : { message }),
})

function cellSchemaOf({ type, description, isMasked }: ReadableColumn, rules: readonly VisibleRule[]): Schema {
  const schema = {
    ...valueSchemaOf(type),
    ...(description === null ? {} : { description }),
    ...(isMasked ? { readOnly: true } : {}),
  }
  for (const rule of rules) Object.assign(schema, constraintOf(schema, type, rule))
  return schema
}

function constraintOf(schema: Schema, type: ColumnType, { kind, min, max, pattern, values }: VisibleRule): Schema {
  const isNumber = type.name === 'INTEGER' || type.name === 'DOUBLE'
  switch (kind) {
    case 'required':
      return { type: Array.isArray(schema.type) ? schema.type.filter((name) => name !== 'null') : schema.type }
    case 'range':
      // Decimals and whole numbers of 64 bits are texts in JSON, which have no least.
      return isNumber ? { ...(min === null ? {} : { minimum: min }), ...(max === null ? {} : { maximum: max }) } : {}
    case 'pattern':
      return pattern !== null && isEcmaPattern(pattern) ? { pattern: `^(?:${pattern})$` } : {}
    case 'one_of':
      return { enum: [...(values ?? []), null] }
    default:
      return {}
  }
}

/** Most of RE2 is read alike; a flag such as `(?i)` is not. */
function isEcmaPattern(pattern: string): boolean {
  try {
    new RegExp(`^(?:${pattern})$`, 'u')
    return true
  } catch {
    return false
  }
}

function valueSchemaOf(type: ColumnType): Schema {
  switch (type.name) {
    case 'INTEGER':
      return { type: ['integer', 'null'], minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }
    case 'BIGINT':
      return { type: ['integer', 'string', 'null'] }
    case 'DOUBLE':
      return { type: ['number', 'null'] }
    case 'BOOLEAN':
      return { type: ['boolean', 'null'] }
    case 'DATE':
      return { type: ['string', 'null'], format: 'date' }
    case 'TIMESTAMPTZ':
      return { type: ['string', 'null'], format: 'date-time' }
    case 'UUID':
      return { type: ['string', 'null'], format: 'uuid' }
    case 'JSON':
      return {}
    // TIME and TIMESTAMP have no offset, which the formats of JSON Schema ask for.
    default:
      return { type: ['string', 'null'] }
  }
}
