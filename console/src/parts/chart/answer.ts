import type { Cell, Wire } from '@bindery-data/sdk'
import { kindOf, shownText } from '../grid/cells/typed-text.ts'

export const PERIODS = ['day', 'week', 'month', 'quarter', 'year'] as const
export type Period = (typeof PERIODS)[number]

/** Columns and rows that a question is answered with. */
export type Answer = {
  columns: readonly AnswerColumn[]
  rows: readonly (readonly Cell[])[]
}

/** `by`: its days stand for periods. */
export type AnswerColumn = { name: string; type: string; by: Period | null }

/** How an answer is drawn; columns by their places. */
export type ChartChoice = NonNullable<Wire.Question['chart']>
export type ChartKind = ChartChoice['kind']
export const CHART_KINDS: readonly ChartKind[] = ['table', 'number', 'line', 'bar', 'stacked', 'pie']

/** A result that was asked for as arrays. */
export const answerOf = (
  result: Pick<Wire.QueryResult, 'columns' | 'rows'>,
  periods: readonly (Period | null)[] = [],
): Answer => ({
  columns: result.columns.map(({ name, type }, n) => ({ name, type, by: periods[n] ?? null })),
  // Safe: rows were asked for as arrays of what JSON has.
  rows: result.rows as Cell[][],
})

export const isNumeric = ({ type }: AnswerColumn) => kindOf(type) === 'number'
export const isMoment = ({ type }: AnswerColumn) => kindOf(type) === 'date' || kindOf(type) === 'timestamp'

export const numberIn = (cell: Cell | undefined): number | null =>
  cell === null || cell === undefined || Number.isNaN(Number(cell)) ? null : Number(cell)

const averages = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

/** A cell as it is read: numbers grouped, days as the period they stand for. */
export function spellCell(cell: Cell | undefined, column: AnswerColumn, empty = ''): string {
  if (cell === null || cell === undefined) return empty
  if (column.by && typeof cell === 'string') return spellPeriod(cell, column.by)
  if (column.type === 'DOUBLE') return averages.format(Number(cell))
  return shownText(cell, kindOf(column.type))
}

function spellPeriod(day: string, by: Period): string {
  const [year = '', month = ''] = day.split('-')
  switch (by) {
    case 'year':
      return year
    case 'quarter':
      return `${year} Q${Math.ceil(Number(month) / 3)}`
    case 'month':
      return `${year}-${month}`
    default:
      return day
  }
}

/** Numbers go up, across goes the first column that is none, and a second such column makes the colours. */
export function firstChoice({ columns, rows }: Answer): ChartChoice {
  const places = columns.map((_, n) => n)
  const isPlainNumber = (n: number) => columns[n] !== undefined && isNumeric(columns[n])
  const numbers = places.filter(isPlainNumber)
  const [x, series] = places.filter((n) => !isPlainNumber(n))
  if (numbers.length === 0) return { kind: 'table', x: null, y: [], series: null }
  if (x === undefined) {
    const kind = rows.length <= 1 ? 'number' : 'table'
    return { kind, x: null, y: numbers.slice(0, 1), series: null }
  }
  const column = columns[x]
  const isInTime = column !== undefined && (isMoment(column) || column.by !== null)
  const kind = isInTime ? 'line' : series === undefined ? 'bar' : 'stacked'
  return { kind, x, y: series === undefined ? numbers.slice(0, 3) : numbers.slice(0, 1), series: series ?? null }
}
