import type { Wire } from '@bindery-data/sdk'
import {
  type Answer,
  type ChartChoice,
  type ChartKind,
  firstChoice,
  PERIODS,
  type Period,
} from '../../parts/chart/answer.ts'
import { kindOf } from '../../parts/grid/cells/typed-text.ts'
import type { GridColumn } from '../../parts/grid/rows/read-page.ts'

export const MEASURES = ['count', 'sum', 'average', 'min', 'max', 'distinct'] as const
export type MeasureName = (typeof MEASURES)[number]

export type Group = { column: string; by: Period | null }
export type Measure = { function: MeasureName; column: string | null }
export type SentCondition = Wire.SavedView['filter'][number]

/** A summary while it is put together; it stands in the address. */
export type SummaryDraft = {
  table: string
  filter: readonly SentCondition[]
  groups: readonly Group[]
  measures: readonly Measure[]
  pivot: Group | null
  top: number | null
  order: 'groups' | 'ascending' | 'descending'
  /** Null: the one that follows from the columns. */
  kind: ChartKind | null
}

/** What a summary of a table begins with: how many rows there are. */
export const newDraft = (table: string, filter: readonly SentCondition[] = []): SummaryDraft => ({
  table,
  filter,
  groups: [],
  measures: [{ function: 'count', column: null }],
  pivot: null,
  top: null,
  order: 'groups',
  kind: null,
})

/** The request that a draft makes. */
export const summaryOf = ({ table, filter, groups, measures, pivot, top, order }: SummaryDraft) => ({
  table,
  filter: [...filter],
  group_by: groups.map((group) => ({ ...group })),
  measures: measures.map((measure) => ({ ...measure })),
  pivot,
  top: top === null ? null : { count: top, measure: 0 },
  order,
})

type KeptSummary = ReturnType<typeof summaryOf>

/** A question as a draft; null where its reader may not see all of it, or where it is SQL. */
export function draftOf({
  summary,
  chart,
  partial,
}: Pick<Wire.Question, 'summary' | 'chart' | 'partial'>): SummaryDraft | null {
  if (!summary || partial) return null
  // Safe: the service answers with what it was sent, under a schema of the same members.
  const { table, filter, group_by, measures, pivot, top, order } = summary as unknown as KeptSummary
  return { table, filter, groups: group_by, measures, pivot, top: top?.count ?? null, order, kind: chart?.kind ?? null }
}

/** For each column of the answer the period its days stand for. */
export const periodsOf = ({ groups, pivot }: SummaryDraft): (Period | null)[] => [
  ...groups.map(({ by }) => by),
  ...(pivot ? [pivot.by] : []),
]

/** The answer with figures named in the reader's language. */
export function namedAnswer(
  { groups, pivot, measures }: SummaryDraft,
  answer: Answer,
  nameOf: (measure: Measure) => string,
): Answer {
  const keys = groups.length + (pivot ? 1 : 0)
  const columns = answer.columns.map((column, n) => {
    const measure = measures[n - keys]
    return measure ? { ...column, name: nameOf(measure) } : column
  })
  return { ...answer, columns }
}

/** The place of the column that goes across in a table. */
export const pivotPlace = ({ groups, pivot }: SummaryDraft) => (pivot ? groups.length : null)

/** How the answer is drawn: the kind that was chosen, over the groups and measures of the draft. */
export function choiceOf(draft: SummaryDraft, answer: Answer): ChartChoice {
  const { groups, pivot, measures, kind } = draft
  const keys = groups.length + (pivot ? 1 : 0)
  const natural = firstChoice(answer)
  const places = measures.map((_, n) => keys + n)
  const x = groups.length > 0 ? 0 : pivot ? 0 : null
  const series = pivot && groups.length > 0 ? groups.length : groups.length > 1 ? 1 : null
  const chosen = kind ?? (keys === 0 ? (measures.length > 1 ? 'table' : 'number') : natural.kind)
  return { kind: chosen, x, y: series === null ? places : places.slice(0, 1), series }
}

/** What stands in an address may have been typed by anybody. */
export function draftIn(value: unknown): SummaryDraft | undefined {
  if (typeof value !== 'object' || value === null || !('table' in value) || typeof value.table !== 'string') return
  const known = value as Partial<SummaryDraft> & { table: string } // Safe: each member is looked at below.
  const measures = listOf(known.measures).filter((each) => MEASURES.some((name) => name === each.function))
  return {
    ...newDraft(known.table, listOf(known.filter)),
    groups: listOf(known.groups).filter(isGroup),
    ...(measures.length > 0 ? { measures } : {}),
    pivot: isGroup(known.pivot) ? known.pivot : null,
    top: typeof known.top === 'number' ? known.top : null,
    order: known.order ?? 'groups',
    kind: known.kind ?? null,
  }
}

const listOf = <T>(value: readonly T[] | undefined): readonly T[] => (Array.isArray(value) ? value : [])

const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && 'column' in value && typeof value.column === 'string'

/** Days are grouped by months at first; everything else by its values. */
export const groupOf = (column: GridColumn): Group => ({
  column: column.name,
  by: isDay(column) ? 'month' : null,
})

export const isDay = ({ type }: GridColumn) => kindOf(type) === 'date' || kindOf(type) === 'timestamp'
export const isNumber = ({ type }: GridColumn) => kindOf(type) === 'number'
export const periodNamed = (text: string): Period | null => PERIODS.find((period) => period === text) ?? null
