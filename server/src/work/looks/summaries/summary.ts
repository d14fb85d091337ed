import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import {
  type Condition,
  columnNamed,
  filterOfConditions,
  keptConditions,
  presentConditions,
} from '../../../core/tables/conditions/condition.ts'
import {
  type Group,
  type MeasureFunction,
  type Period,
  type SummaryQuestion,
  type SummarySql,
  summarySql,
} from '../../../engine/reading/summary-sql.ts'
import { type ColumnType, formatColumnType } from '../../../engine/table/column-type.ts'
import type { ReadableColumn } from '../../../engine/table/readable-table.ts'
import type { SentSummary } from './summary.schema.ts'

/** Rows of a table by groups, kept by the origins of columns: it stays right when they get other names. */
export type Summary = {
  filter: readonly Condition[]
  groups: readonly KeptGroup[]
  pivot: KeptGroup | null
  measures: readonly { function: MeasureFunction; origin: number | null }[]
  top: { count: number; measure: number } | null
  order: SummaryQuestion['order']
}

type KeptGroup = { origin: number; by: Period | null }

const NUMBERS = new Set(['INTEGER', 'BIGINT', 'DOUBLE', 'DECIMAL'])
const MOMENTS = new Set(['DATE', 'TIMESTAMP', 'TIMESTAMPTZ'])

/** Checks what a caller asks for against the columns they may see. */
export function keptSummary(columns: readonly ReadableColumn[], sent: SentSummary): Summary {
  const group = ({ column: name, by }: NonNullable<SentSummary['pivot']>, loc: (string | number)[]): KeptGroup => {
    const { origin, type } = columnNamed(columns, name)
    if (by && !MOMENTS.has(type.name)) throw invalidField([...loc, 'by'], 'type', `${name} holds no days`)
    return { origin, by: by ?? null }
  }
  const top = sent.top ?? null
  if (top && (top.measure ?? 0) >= sent.measures.length)
    throw invalidField(['body', 'top', 'measure'], 'maximum', 'must be the place of a measure, from 0 on')
  return {
    filter: keptConditions(columns, sent.filter ?? []),
    groups: (sent.group_by ?? []).map((each, n) => group(each, ['body', 'group_by', n])),
    pivot: sent.pivot ? group(sent.pivot, ['body', 'pivot']) : null,
    measures: sent.measures.map(({ function: name, column }, n) => {
      const loc = ['body', 'measures', n, 'column']
      if (name === 'count' && !column) return { function: name, origin: null }
      if (!column) throw invalidField(loc, 'required', `${name} needs a column`)
      const { origin, type } = columnNamed(columns, column)
      if ((name === 'sum' || name === 'average') && !NUMBERS.has(type.name))
        throw invalidField(loc, 'type', `${column} is ${formatColumnType(type)}: ${name} takes numbers`)
      return { function: name, origin }
    }),
    top: top && { count: top.count, measure: top.measure ?? 0 },
    order: sent.order ?? (top ? 'descending' : 'groups'),
  }
}

/** Undefined when it asks for a column that the caller does not see, or that is gone. */
export function summaryStatement(
  table: { name: string; columns: readonly ReadableColumn[] },
  summary: Summary,
): SummarySql | undefined {
  const byOrigin = new Map(table.columns.map((column) => [column.origin, column]))
  if (!originsIn(summary).every((origin) => byOrigin.has(origin))) return undefined
  const names = new Set<string>()
  const named = (origin: number) => byOrigin.get(origin)?.name ?? ''
  const group = ({ origin, by }: KeptGroup): Group => {
    const isMoment = MOMENTS.has(byOrigin.get(origin)?.type.name ?? '')
    return { column: named(origin), by: isMoment ? by : null, as: freeAmong(names, named(origin)) }
  }
  return summarySql({
    table: table.name,
    filter: filterOfConditions(table.columns, summary.filter),
    columns: new Map(table.columns.map(({ id, name, type }) => [id, { name, type }])),
    groups: summary.groups.map(group),
    pivot: summary.pivot && group(summary.pivot),
    measures: summary.measures.map(({ function: name, origin }) => {
      const column = origin === null ? null : named(origin)
      const type = origin === null ? undefined : byOrigin.get(origin)?.type
      return {
        function: fitting(name, type),
        column,
        as: freeAmong(names, column === null ? 'count' : `${name}(${column})`),
      }
    }),
    top: summary.top,
    order: summary.order,
  })
}

/** A column that no longer holds numbers has no sum; how many values it has can still be counted. */
const fitting = (name: MeasureFunction, type: ColumnType | undefined): MeasureFunction =>
  (name === 'sum' || name === 'average') && type && !NUMBERS.has(type.name) ? 'count' : name

const originsIn = ({ filter, groups, pivot, measures }: Summary): number[] => [
  ...filter.map(({ origin }) => origin),
  ...[...groups, ...(pivot ? [pivot] : [])].map(({ origin }) => origin),
  ...measures.flatMap(({ origin }) => origin ?? []),
]

function freeAmong(taken: Set<string>, name: string): string {
  let free = name
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${name} ${n}`
  taken.add(free.toLowerCase())
  return free
}

/** What a reader may know of it, with what it compares rows with or without. `isPartial`: there is more that is hidden from them, or gone. */
export function visibleSummary(
  table: { name: string; columns: readonly ReadableColumn[] },
  summary: Summary,
  seesConditions: boolean,
) {
  const names = new Map(table.columns.map(({ origin, name }) => [origin, name]))
  const shown = ({ origin, by }: KeptGroup) => {
    const column = names.get(origin)
    return column === undefined ? [] : [{ column, by }]
  }
  const filter = seesConditions ? presentConditions(table.columns, summary.filter) : []
  const sent = {
    table: table.name,
    filter,
    group_by: summary.groups.flatMap(shown),
    measures: summary.measures.flatMap(({ function: name, origin }) => {
      const column = origin === null ? null : names.get(origin)
      return column === undefined ? [] : [{ function: name, column }]
    }),
    pivot: summary.pivot ? (shown(summary.pivot)[0] ?? null) : null,
    top: summary.top,
    order: summary.order,
  }
  const isPartial = filter.length < summary.filter.length || !originsIn(summary).every((origin) => names.has(origin))
  return { summary: sent, isPartial }
}
