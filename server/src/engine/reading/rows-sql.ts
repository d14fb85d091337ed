import { quoteName } from '../duckdb/protocol/quote-name.ts'
import { partsIn } from './expression-parts.ts'
import { type Expression, expressionSql, type TakeText } from './expression-sql.ts'

export const ROW_MEASURES = ['sum', 'average', 'min', 'max', 'countdistinct', 'count'] as const
export type RowMeasure = (typeof ROW_MEASURES)[number]

/** What happens to rows before they are shown: some are left out, or groups take their place. */
export type RowStep =
  | { kind: 'filter'; condition: Expression }
  | { kind: 'group'; keys: readonly Shown[]; measures: readonly Measure[] }

export type Shown = { value: Expression; as: string }
/** `value` is null for a count of rows. */
export type Measure = { function: RowMeasure; value: Expression | null; as: string }
export type Ordered = { value: Expression; isDescending: boolean }

export type RowsDraft = {
  table: string
  steps: readonly RowStep[]
  shown: readonly Shown[]
  order: readonly Ordered[]
  skip: number
  /** Null: all of them. */
  top: number | null
}

declare const bounded: unique symbol

/** A question whose expressions were counted. SQL is made of nothing else. */
export type RowsQuestion = RowsDraft & { readonly [bounded]: true }

/** Parts of all its expressions as they stand in SQL, where what a test is about is written as often as it is used. */
export const MOST_PARTS = 5_000

/** Undefined where its SQL would have more parts than that. */
export function boundedQuestion(draft: RowsDraft): RowsQuestion | undefined {
  const expressions = [
    ...draft.steps.flatMap((step) =>
      step.kind === 'filter'
        ? [step.condition]
        : [...step.keys.map(({ value }) => value), ...step.measures.flatMap(({ value }) => value ?? [])],
    ),
    ...draft.order.map(({ value }) => value),
  ]
  // What is shown is a column of the table or of its groups each; its schema bounds how many.
  const parts = partsIn(expressions, MOST_PARTS)
  // Safe: the mark is a promise, not a member.
  return parts > MOST_PARTS ? undefined : (draft as RowsQuestion)
}

/** `parameters` are texts by name. */
export type RowsSql = { sql: string; parameters: Record<string, string> }

/** A statement for the gate, which lets it pass or not like any other of a user. */
export function rowsSql({ table, steps, shown, order, skip, top }: RowsQuestion): RowsSql {
  const { parameters, take } = taking()
  const from = fromSql(table, steps, take)
  const columns = shown.map(({ value, as }) => `${expressionSql(value, take)} AS ${quoteName(as)}`)
  // NULLs come before everything else, and last in descending order.
  const places = order.map(
    ({ value, isDescending }) =>
      `${expressionSql(value, take)} ${isDescending ? 'DESC NULLS LAST' : 'ASC NULLS FIRST'}`,
  )
  const sql = [
    `SELECT ${columns.join(', ')} ${from}`,
    ...(places.length > 0 ? [`ORDER BY ${places.join(', ')}`] : []),
    ...(top === null ? [] : [`LIMIT ${Math.trunc(top)}`]),
    ...(skip > 0 ? [`OFFSET ${Math.trunc(skip)}`] : []),
  ].join('\n')
  return { sql, parameters }
}

/** How many rows there are, wherever a page of them begins and ends. */
export function countSql({ table, steps }: Pick<RowsQuestion, 'table' | 'steps'>): RowsSql {
  const { parameters, take } = taking()
  return { sql: `SELECT count(*) AS n ${fromSql(table, steps, take)}`, parameters }
}

function taking(): { parameters: Record<string, string>; take: TakeText } {
  const parameters: Record<string, string> = {}
  let count = 0
  const take = (text: string) => {
    count += 1
    parameters[`p${count}`] = text
    return `$p${count}`
  }
  return { parameters, take }
}

/** FROM and WHERE; the rows are called `t`. */
function fromSql(table: string, steps: readonly RowStep[], take: TakeText): string {
  let from = quoteName(table)
  let conditions: string[] = []
  const clause = () => `FROM ${from} AS t${conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''}`
  for (const step of steps) {
    if (step.kind === 'filter') {
      conditions.push(expressionSql(step.condition, take, true))
      continue
    }
    const keys = step.keys.map(({ value }) => expressionSql(value, take))
    const columns = [
      ...step.keys.map(({ as }, n) => `${keys[n]} AS ${quoteName(as)}`),
      ...step.measures.map((measure) => `${measureSql(measure, take)} AS ${quoteName(measure.as)}`),
    ]
    const groups = keys.length > 0 ? ` GROUP BY ${keys.join(', ')}` : ''
    from = `(SELECT ${columns.join(', ')} ${clause()}${groups})`
    conditions = []
  }
  return clause()
}

function measureSql({ function: name, value }: Measure, take: TakeText): string {
  if (value === null) return 'count(*)'
  const inner = expressionSql(value, take)
  switch (name) {
    case 'average':
      return `avg(${inner})`
    case 'countdistinct':
      return `count(DISTINCT ${inner})`
    default:
      return `${name}(${inner})`
  }
}
