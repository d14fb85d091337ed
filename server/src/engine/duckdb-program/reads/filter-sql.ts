import { quoteName } from '../../duckdb/protocol/quote-name.ts'
import type { ReadColumn } from '../../duckdb/protocol/run-protocol.ts'
import type { Filter, Position } from '../../reading/reader.ts'
import { ROW_ID } from '../../table/table.ts'

/**
 * SQL and the texts of its parameters, $1 first. `isSmall`: it has so few rows that they are best taken all at once; each further
 * call of DuckDB's client wakes another thread and waits for it.
 */
export type Statement = { sql: string; parameters: readonly (string | null)[]; isSmall?: boolean }

/** Collects parameters while SQL is written. */
export class Parameters {
  readonly values: (string | null)[] = []

  /** The value as SQL of the column's type. It is canonical, so CAST reads it exactly. */
  cast(value: string | null, type: string): string {
    this.values.push(value)
    return `CAST($${this.values.length}::VARCHAR AS ${type})`
  }

  text(value: string): string {
    this.values.push(value)
    return `$${this.values.length}::VARCHAR`
  }
}

export const physicalName = (columnId: number) => quoteName(`c${columnId}`)

export type KnownColumns = ReadonlyMap<number, ReadColumn>

export function columnSql({ id, type, isMasked }: ReadColumn): string {
  return isMasked ? `NULL::${type}` : physicalName(id)
}

function known(columns: KnownColumns, id: number): ReadColumn {
  const column = columns.get(id)
  if (!column) throw new Error(`impossible: column ${id} is read but not known`)
  return column
}

export function filterSql(filter: Filter, columns: KnownColumns, parameters: Parameters): string {
  if ('and' in filter) return joined(filter.and, 'AND', 'true', columns, parameters)
  if ('or' in filter) return joined(filter.or, 'OR', 'false', columns, parameters)
  if ('not' in filter) return `(NOT ${filterSql(filter.not, columns, parameters)})`
  if ('upTo' in filter) return `(NOT coalesce(${afterSql(filter.upTo, filter.orderBy, columns, parameters)}, false))`
  const column = known(columns, filter.columnId)
  const left = columnSql(column)
  switch (filter.op) {
    case 'is_null':
      return `(${left} IS NULL)`
    case 'not_null':
      return `(${left} IS NOT NULL)`
    case 'in':
    case 'not_in':
      return listSql(filter.op, filter.values, column, parameters)
    case 'contains':
    case 'starts_with':
      if (column.type !== 'VARCHAR') throw new Error(`impossible: ${filter.op} on a ${column.type}`)
      return `${filter.op}(${left}, ${parameters.text(filter.value)})`
    default:
      return `(${left} ${filter.op} ${parameters.cast(filter.value, column.type)})`
  }
}

/** What a text must be made of to be a part of a value as it is shown: columns of other types need not be read for it. */
const SHOWN_AS: readonly [type: RegExp, shown: RegExp][] = [
  [/^(?:INTEGER|BIGINT|DOUBLE|DECIMAL)/, /^[-+\d.,e]+$/i],
  [/^(?:DATE|TIME)/, /^[-+\d.: ]+$/],
  [/^BOOLEAN/, /^[a-z]+$/i],
  [/^UUID/, /^[-\da-f]+$/i],
]

const canShow = ({ type }: ReadColumn, text: string) =>
  SHOWN_AS.every(([types, shown]) => !types.test(type) || shown.test(text))

/** Compared in lower case, where the text has letters with a case. A number is compared without the commas between its thousands. */
export function showsSql(column: ReadColumn, text: string, parameters: Parameters): string {
  if (!canShow(column, text)) return 'false'
  const sought = /^(?:INTEGER|BIGINT|DOUBLE|DECIMAL)/.test(column.type) ? text.replace(/(?<=\d),(?=\d)/g, '') : text
  const shown = column.type === 'VARCHAR' ? columnSql(column) : `CAST(${columnSql(column)} AS VARCHAR)`
  if (text.toLowerCase() === text.toUpperCase()) return `contains(${shown}, ${parameters.text(sought)})`
  return `contains(lower(${shown}), lower(${parameters.text(sought)}))`
}

function joined(
  parts: readonly Filter[],
  word: 'AND' | 'OR',
  empty: string,
  columns: KnownColumns,
  parameters: Parameters,
) {
  if (parts.length === 0) return empty
  return `(${parts.map((part) => filterSql(part, columns, parameters)).join(` ${word} `)})`
}

function listSql(op: 'in' | 'not_in', values: readonly (string | null)[], column: ReadColumn, parameters: Parameters) {
  const list = values.filter((value) => value !== null).map((value) => parameters.cast(value, column.type))
  if (list.length === 0) return op === 'in' ? 'false' : 'true'
  return `(${columnSql(column)} ${op === 'in' ? 'IN' : 'NOT IN'} (${list.join(', ')}))`
}

export type Order = readonly { columnId: number; isDescending: boolean }[]

/** NULLs come last both ways; ties are broken by the row's id. */
export function orderSql(order: Order, columns: KnownColumns, isBackward = false): string {
  const keys = order.map(({ columnId, isDescending }) => {
    const direction = isDescending === isBackward ? 'ASC' : 'DESC'
    return `${orderKey(known(columns, columnId))} ${direction} NULLS ${isBackward ? 'FIRST' : 'LAST'}`
  })
  return [...keys, `${ROW_ID} ${isBackward ? 'DESC' : 'ASC'}`].join(', ')
}

/** True for the rows that come after the position in this order. */
export function afterSql(
  { values, rowId }: Position,
  order: Order,
  columns: KnownColumns,
  parameters: Parameters,
): string {
  const equal: string[] = []
  const alternatives: string[] = []
  for (const [n, { columnId, isDescending }] of order.entries()) {
    const column = known(columns, columnId)
    const key = orderKey(column)
    const value = values[n] ?? null
    // NULL is last: nothing comes after it.
    if (value !== null) {
      const beyond = `(${key} ${isDescending ? '<' : '>'} ${parameters.cast(value, column.type)} OR ${key} IS NULL)`
      alternatives.push([...equal, beyond].join(' AND '))
    }
    equal.push(value === null ? `${key} IS NULL` : `${key} = ${parameters.cast(value, column.type)}`)
  }
  alternatives.push([...equal, `${ROW_ID} > ${idLiteral(rowId)}`].join(' AND '))
  return `(${alternatives.map((alternative) => `(${alternative})`).join(' OR ')})`
}

const MAY_BE_INFINITE = new Set(['DOUBLE', 'DATE', 'TIMESTAMP', 'TIMESTAMPTZ'])

/** What a reader sees as NULL is ordered as NULL, or a page that ends there could not be continued. */
function orderKey(column: ReadColumn): string {
  const key = columnSql(column)
  return !column.isMasked && MAY_BE_INFINITE.has(column.type) ? `CASE WHEN isfinite(${key}) THEN ${key} END` : key
}

/** Row ids are numbers of ours, and stand in the text: DuckDB then knows which parts of a table it need not read. */
export function idLiteral(rowId: number): string {
  if (!Number.isSafeInteger(rowId)) throw new Error(`impossible: ${rowId} as the id of a row`)
  return String(rowId)
}
