import { isBelow, isEmpty, isLater, isOutside, rowsWhere } from '../../../engine/duckdb/lint/evidence-sql.ts'
import { isDay, isNumeric, type LintColumn, type Measures } from '../../../engine/duckdb/lint/measure-columns.ts'
import type { Suspicion } from '../finding.ts'
import { agreeing, countOf, isCodeName, isKeyName, isRemark, isYearName, mayLieAhead } from './column-words.ts'

const LEAST_ROWS = 10
/** Quartiles of fewer values say little. */
const LEAST_VALUES = 20
/** How many times the span of the quartiles lies beyond them before a value is far off; more where signs are mixed. */
const FAR = 3
const FARTHER = 5
/** If more than one in a hundred is far off, it is how the values are; of few values some may be. */
const SELDOM = 0.01
const A_FEW = 3

const at = (check: Suspicion['check'], table: string, { name: column }: LintColumn) => ({ check, table, column })

/** Half of it or more is not there; or something is missing in what tells rows apart. */
function nullRate(table: string, column: LintColumn, { rows, filled }: Measures): Suspicion | null {
  const missing = rows - filled
  if (rows < LEAST_ROWS || missing === 0 || isRemark(column.name)) return null
  if (missing < rows / 2 && !(isKeyName(column.name) && missing < rows / 10)) return null
  return {
    ...at('null_rate', table, column),
    severity: missing >= 0.9 * rows || missing < rows / 2 ? 'warning' : 'info',
    sql: rowsWhere(table, [column.name], isEmpty(column)),
    message: (count) => `'${column.name}' is empty in ${count} of ${rows} rows.`,
    suggestedFix: 'Fill it, or drop the column if it is not needed.',
  }
}

function constantColumn(table: string, column: LintColumn, { rows, filled, isConstant }: Measures): Suspicion | null {
  if (rows < LEAST_ROWS || filled < rows || !isConstant) return null
  return {
    ...at('constant_column', table, column),
    severity: 'info',
    sql: rowsWhere(table, [column.name], 'true'),
    message: (count) => `'${column.name}' has the same value in all ${count} rows.`,
    suggestedFix: 'Say it in the description of the table and drop the column, if it is always so.',
  }
}

function futureDates(table: string, column: LintColumn, { filled, later }: Measures, today: string): Suspicion | null {
  if (!isDay(column) || later === 0 || later > filled / 2 || mayLieAhead(column.name)) return null
  return {
    ...at('future_dates', table, column),
    severity: 'warning',
    sql: rowsWhere(table, [column.name], isLater(column, today)),
    message: (count) =>
      `${countOf(count, 'date')} of '${column.name}' ${agreeing(count, 'lies', 'lie')} behind ${today}.`,
    suggestedFix: 'Look for slips in the year; if they are meant, say so in the name of the column.',
  }
}

/** Digits that have lost their first zero already. */
function lostZeros(table: string, column: LintColumn, { min, max, quartiles }: Measures): Suspicion | null {
  if (!isCodeName(column.name) || min === null || max === null || !quartiles || min < 1) return null
  const [least, usual, most] = [min, quartiles[0], max].map((value) => Math.floor(Math.log10(value)) + 1)
  if (most === undefined || usual !== most || least === undefined || least === most || most < 5) return null
  const shortest = 10 ** (most - 1)
  return {
    ...at('leading_zero_risk', table, column),
    severity: 'warning',
    sql: rowsWhere(table, [column.name], isBelow(column, shortest)),
    message: (count) =>
      `${countOf(count, 'value')} of '${column.name}' ${agreeing(count, 'has', 'have')} fewer digits than the rest: a zero in front may be lost.`,
    suggestedFix: 'Change the type of the column to text and put the zeros back.',
  }
}

function outliers(table: string, column: LintColumn, its: Measures): Suspicion | null {
  const { filled, distinct, quartiles, logQuartiles, positives, min, max } = its
  if (filled < LEAST_VALUES || distinct < LEAST_ROWS || !quartiles || min === null || max === null) return null
  if (isKeyName(column.name) || isCodeName(column.name) || isYearName(column.name)) return null
  const [low, high] = quartiles
  if (high === low) return null
  // Amounts of money spread over powers of ten: far off is what is so on that scale too.
  const isSpread = positives >= 0.99 * filled && logQuartiles !== null
  const fences = around(quartiles, isSpread ? FAR : FARTHER)
  if (min >= fences[0] && max <= fences[1]) return null
  return {
    ...at('outliers', table, column),
    severity: 'warning',
    sql: rowsWhere(
      table,
      [column.name],
      isOutside(column, fences, isSpread && logQuartiles ? around(logQuartiles, FAR) : null),
    ),
    mostRows: Math.max(A_FEW, SELDOM * filled),
    message: (count) =>
      `${countOf(count, 'value')} of '${column.name}' ${agreeing(count, 'is', 'are')} far off from the rest, half of which lie between ${low} and ${high}.`,
    suggestedFix: 'Look for slips: digits too many, another unit, a sign.',
  }
}

const around = ([low, high]: readonly [number, number], times: number): readonly [number, number] => [
  low - times * (high - low),
  high + times * (high - low),
]

/** What seems to be wrong with a column of any type. `today`: as YYYY-MM-DD. */
export function suspectValues(table: string, column: LintColumn, its: Measures, today: string): Suspicion[] {
  const found = [
    nullRate(table, column, its),
    constantColumn(table, column, its),
    futureDates(table, column, its, today),
  ]
  if (isNumeric(column)) found.push(lostZeros(table, column, its), outliers(table, column, its))
  return found.filter((suspicion) => suspicion !== null)
}
