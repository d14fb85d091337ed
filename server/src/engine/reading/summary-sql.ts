import { quoteName } from '../duckdb/protocol/quote-name.ts'
import { type ColumnType, formatColumnType } from '../table/column-type.ts'
import type { Filter } from './reader.ts'

export const PERIODS = ['day', 'week', 'month', 'quarter', 'year'] as const
export type Period = (typeof PERIODS)[number]

export const MEASURES = ['count', 'sum', 'average', 'min', 'max', 'distinct'] as const
export type MeasureFunction = (typeof MEASURES)[number]

type NamedColumn = { name: string; type: ColumnType }

/** What is grouped, measured and kept of a table's rows. */
export type SummaryQuestion = {
  table: string
  filter: Filter | null
  /** Columns that the filter names, by their ids. */
  columns: ReadonlyMap<number, NamedColumn>
  groups: readonly Group[]
  /** Grouped like the others; readers lay its values out across. */
  pivot: Group | null
  measures: readonly { function: MeasureFunction; column: string | null; as: string }[]
  /** Only so many groups, those with the largest value of a measure. */
  top: { count: number; measure: number } | null
  /** Of groups, or of the first measure. */
  order: 'groups' | 'ascending' | 'descending'
}

export type Group = { column: string; by: Period | null; as: string }

/** `parameters` are canonical texts by name. */
export type SummarySql = { sql: string; parameters: Record<string, string> }

/**
 * A statement for the gate, which lets it pass or not like any other of a user. Values are parameters; names are quoted; all
 * other words are ours.
 */
export function summarySql(question: SummaryQuestion): SummarySql {
  const { table, filter, columns, groups, pivot, measures, top } = question
  const parameters: Record<string, string> = {}
  const keys = [...groups, ...(pivot ? [pivot] : [])]
  const [rows, kept] = [freeName('summed_rows', table), freeName('kept_groups', table)]
  const inner = [
    ...keys.map((key, n) => `${groupSql(key)} AS k${n}`),
    ...measures.map(({ column }, n) => `${column === null ? '1' : quoteName(column)} AS m${n}`),
  ]
  const where = filter ? ` WHERE ${conditionSql(filter, columns, parameters)}` : ''
  const groupKeys = groups.map((_, n) => `k${n}`)
  const isCut = top !== null && groups.length > 0
  const outer = [
    ...keys.map(({ as }, n) => `${rows}.k${n} AS ${quoteName(as)}`),
    ...measures.map(
      (measure, n) => `${measureSql(measure.function, `${rows}.m${n}`, measure.column)} AS ${quoteName(measure.as)}`,
    ),
  ]
  const ranked = isCut ? rankedSql(question, rows, groupKeys) : null
  const same = groupKeys.map((key) => `${rows}.${key} IS NOT DISTINCT FROM ${kept}.${key}`).join(' AND ')
  const allKeys = keys.map((_, n) => `${rows}.k${n}`)
  return {
    sql: [
      `WITH ${rows} AS (SELECT ${inner.join(', ')} FROM ${quoteName(table)}${where})`,
      ...(ranked ? [`, ${kept} AS (${ranked})`] : []),
      `SELECT ${outer.join(', ')} FROM ${rows}${ranked ? ` JOIN ${kept} ON ${same}` : ''}`,
      ...(allKeys.length > 0 ? [`GROUP BY ${allKeys.join(', ')}`] : []),
      ...(allKeys.length > 0 ? [`ORDER BY ${orderSql(question, rows, allKeys)}`] : []),
    ].join('\n'),
    parameters,
  }
}

function rankedSql({ measures, top }: SummaryQuestion, rows: string, groupKeys: readonly string[]): string {
  const place = top?.measure ?? 0
  const measure = measures[place]
  const value = measure ? measureSql(measure.function, `m${place}`, measure.column) : 'count(*)'
  const order = [`${value} DESC NULLS LAST`, ...groupKeys.map((key) => `${key} NULLS LAST`)]
  const list = groupKeys.join(', ')
  return `SELECT ${list} FROM ${rows} GROUP BY ${list} ORDER BY ${order.join(', ')} LIMIT ${Math.trunc(top?.count ?? 1)}`
}

function orderSql({ order, measures }: SummaryQuestion, rows: string, keys: readonly string[]): string {
  const byKeys = keys.map((key) => `${key} NULLS LAST`)
  const [first] = measures
  if (order === 'groups' || !first) return byKeys.join(', ')
  const value = measureSql(first.function, `${rows}.m0`, first.column)
  return [`${value} ${order === 'descending' ? 'DESC' : 'ASC'} NULLS LAST`, ...byKeys].join(', ')
}

const groupSql = ({ column, by }: Group) =>
  by === null ? quoteName(column) : `CAST(date_trunc('${by}', ${quoteName(column)}) AS DATE)`

function measureSql(name: MeasureFunction, value: string, column: string | null): string {
  if (column === null) return 'count(*)'
  switch (name) {
    case 'average':
      return `avg(${value})`
    case 'distinct':
      return `count(DISTINCT ${value})`
    default:
      return `${name}(${value})`
  }
}

/** A name that the table itself does not have, in any case of its letters. */
const freeName = (name: string, table: string) => (table.toLowerCase() === name ? `${name}_2` : name)

type Columns = ReadonlyMap<number, NamedColumn>

function conditionSql(filter: Filter, columns: Columns, parameters: Record<string, string>): string {
  const inner = (part: Filter) => conditionSql(part, columns, parameters)
  if ('and' in filter) return filter.and.length === 0 ? 'true' : `(${filter.and.map(inner).join(' AND ')})`
  if ('or' in filter) return filter.or.length === 0 ? 'false' : `(${filter.or.map(inner).join(' OR ')})`
  if ('not' in filter) return `(NOT ${inner(filter.not)})`
  if ('upTo' in filter) throw new Error('impossible: a summary of rows up to a position')
  const column = columns.get(filter.columnId)
  if (!column) throw new Error(`impossible: column ${filter.columnId} is compared but not known`)
  const left = quoteName(column.name)
  const text = (value: string) => {
    const name = `p${Object.keys(parameters).length + 1}`
    parameters[name] = value
    return `$${name}::VARCHAR`
  }
  const typed = (value: string | null) =>
    value === null ? 'NULL' : `CAST(${text(value)} AS ${formatColumnType(column.type)})`
  switch (filter.op) {
    case 'is_null':
      return `(${left} IS NULL)`
    case 'not_null':
      return `(${left} IS NOT NULL)`
    case 'in':
    case 'not_in': {
      const list = filter.values.filter((value) => value !== null).map(typed)
      if (list.length === 0) return filter.op === 'in' ? 'false' : 'true'
      return `(${left} ${filter.op === 'in' ? 'IN' : 'NOT IN'} (${list.join(', ')}))`
    }
    case 'contains':
    case 'starts_with':
      return `${filter.op}(${left}, ${text(filter.value)})`
    default:
      return `(${left} ${filter.op} ${typed(filter.value)})`
  }
}
