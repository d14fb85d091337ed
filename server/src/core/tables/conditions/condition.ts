import type { Filter } from '../../../engine/reading/reader.ts'
import { formatColumnType } from '../../../engine/table/column-type.ts'
import type { ReadableColumn } from '../../../engine/table/readable-table.ts'
import { encodeValue, parseValue } from '../../../engine/values/values.ts'
import { invalidField } from '../../artifacts/artifacts.errors.ts'
import { sentValue } from '../../reading/visible-value.ts'
import { uncastableValue, unknownColumn } from '../tables.errors.ts'
import type { SentCondition } from './conditions.schema.ts'

/** What a row must fulfil, kept by the column's origin: it stays right when the column gets another name or type. */
export type Condition = {
  origin: number
  op: SentCondition['op']
  value?: string | null
  to?: string | null
  values?: readonly (string | null)[]
}

/** Conditions as a caller sends them, their values canonical. Columns are those the caller may see. */
export const keptConditions = (columns: readonly ReadableColumn[], sent: readonly SentCondition[]): Condition[] =>
  sent.map((condition, n) => keptCondition(columnNamed(columns, condition.column), condition, ['body', 'filter', n]))

/** A column by its name, for a caller who may see it. */
export function columnNamed(columns: readonly ReadableColumn[], name: string): ReadableColumn {
  const column = columns.find((each) => each.name === name.normalize('NFC'))
  if (!column) throw unknownColumn([name], 'body')
  return column
}

function keptCondition(column: ReadableColumn, sent: SentCondition, loc: (string | number)[]): Condition {
  const { op, value, to, values } = sent
  const { origin } = column
  const required = <T>(member: T | undefined, name: string): T => {
    if (member === undefined) throw invalidField([...loc, name], 'required', `${op} needs it`)
    return member
  }
  switch (op) {
    case 'is_null':
    case 'not_null':
      return { origin, op }
    case 'in':
    case 'not_in':
      return { origin, op, values: required(values, 'values').map((each) => canonical(column, each)) }
    case 'contains':
    case 'not_contains':
    case 'starts_with': {
      const text = required(value, 'value')
      if (column.type.name !== 'VARCHAR' || typeof text !== 'string')
        throw invalidField([...loc, 'op'], 'op', `${op} takes a text, and a column of texts`)
      return { origin, op, value: text }
    }
    case 'between': {
      const [from, until] = [required(value, 'value'), required(to, 'to')]
      return { origin, op, value: canonical(column, from), to: canonical(column, until) }
    }
    default:
      return { origin, op, value: canonical(column, required(value, 'value')) }
  }
}

function canonical({ name, type }: ReadableColumn, value: unknown): string | null {
  const parsed = parseValue(type, value)
  if ('text' in parsed) return parsed.text
  const bad = { column: name, type: formatColumnType(type), rowIds: [], count: 1, samples: [sentValue(value)] }
  throw uncastableValue({ ...bad, message: parsed.error })
}

/** Only of columns that the reader sees plainly: what a column is compared with may be one of its values. */
export const presentConditions = (columns: readonly ReadableColumn[], kept: readonly Condition[]): SentCondition[] =>
  kept.flatMap((condition) => {
    const column = columns.find(({ origin }) => origin === condition.origin)
    return column && !column.isMasked ? [presentCondition(column, condition)] : []
  })

function presentCondition(column: ReadableColumn, { op, value, to, values }: Condition): SentCondition {
  const shown = (text: string | null) => spelled(column, text)
  return {
    column: column.name,
    op,
    ...(value === undefined ? {} : { value: shown(value) }),
    ...(to === undefined ? {} : { to: shown(to) }),
    ...(values === undefined ? {} : { values: values.map(shown) }),
  }
}

/** What the column's type no longer reads stays the text it was. */
function spelled({ type }: ReadableColumn, text: string | null): string | number | boolean | null {
  if (text === null || !('text' in parseValue(type, text))) return text
  const value: unknown = encodeValue(type, text)
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string' ? value : text
}

/** As the reader of rows understands it. An empty cell is a value like any other here, other than in SQL. */
export function filterOfConditions(columns: readonly ReadableColumn[], kept: readonly Condition[]): Filter | null {
  const parts = kept.map((condition) => {
    const column = columns.find(({ origin }) => origin === condition.origin)
    if (!column) throw new Error('impossible: a condition on a column that is not there')
    return filterPart(column, condition)
  })
  return parts.length === 0 ? null : { and: parts }
}

function filterPart(column: ReadableColumn, { op, value = null, to = null, values = [] }: Condition): Filter {
  const columnId = column.id
  const isEmpty: Filter = { columnId, op: 'is_null' }
  // A type may have changed since: a text that it does not read equals nothing.
  const read = (text: string | null) => {
    if (text === null) return null
    const parsed = parseValue(column.type, text)
    return 'text' in parsed ? parsed.text : null
  }
  switch (op) {
    case 'is_null':
    case 'not_null':
      return { columnId, op }
    case 'between': {
      const from: Filter = { columnId, op: '>=', value: read(value) }
      return { and: [from, { columnId, op: '<=', value: read(to) }] }
    }
    case 'contains':
    case 'starts_with':
      return column.type.name === 'VARCHAR' ? { columnId, op, value: value ?? '' } : { or: [] }
    case 'not_contains':
      return column.type.name === 'VARCHAR'
        ? { or: [{ not: { columnId, op: 'contains', value: value ?? '' } }, isEmpty] }
        : { and: [] }
    case 'in':
    case 'not_in': {
      const listed: Filter = { columnId, op, values: values.map(read).filter((text) => text !== null) }
      const hasEmpty = values.includes(null)
      if (op === 'in') return hasEmpty ? { or: [listed, isEmpty] } : listed
      return hasEmpty ? { and: [listed, { columnId, op: 'not_null' }] } : { or: [listed, isEmpty] }
    }
    default:
      return { columnId, op, value: read(value) }
  }
}
