import { type RowTotal, repeatedKeys, repeatedRows, wrongTotals } from '../../../engine/duckdb/lint/evidence-sql.ts'
import { isNumeric, type LintColumn, type Measures } from '../../../engine/duckdb/lint/measure-columns.ts'
import type { Suspicion } from '../finding.ts'
import { agreeing, countOf, isAmountName, isKeyName, isPriceName, isQuantityName, isTotalName } from './column-words.ts'

/** A column with what was counted of it; `exact`: how many different values it has, where that was counted. */
export type Measured = { column: LintColumn; its: Measures; exact: number | null }

/** A key is its table's if nearly all of its values are there once; of columns further right all but a few. */
const NEARLY = 0.9
const ALL_BUT_FEW = 0.98
const LEAST_ROWS = 10
/** What holds in so many rows was meant to hold in all. */
const MEANT = 0.8
/** Half of the last digit of what is rounded to cents. */
const CENT = 0.011
/** A product is often rounded to whole units of money. */
const UNIT = 1

/** A table of two columns may well say the same twice. */
const LEAST_COLUMNS = 3

export function suspectRepetition(table: string, columns: readonly LintColumn[], rows: number): Suspicion[] {
  if (rows < 2 || columns.length < LEAST_COLUMNS) return []
  const suspicion: Suspicion = {
    check: 'duplicate_rows',
    severity: 'warning',
    table,
    column: null,
    sql: repeatedRows(
      table,
      columns.map(({ name }) => name),
    ),
    mostRows: Math.max(1, rows / 2),
    message: (count) =>
      `${countOf(count, 'row')} of '${table}' ${agreeing(count, 'is', 'are')} there before, the same in every column.`,
    suggestedFix: 'Delete the repetitions, or add the column that tells them apart.',
  }
  return [suspicion]
}

/** Whether it is worth counting exactly how many different values a column has. */
export const mayBeKey = ({ column, its }: Pick<Measured, 'column' | 'its'>) =>
  ['VARCHAR', 'INTEGER', 'BIGINT', 'UUID'].includes(column.type.name) &&
  isKeyName(column.name) &&
  its.filled >= LEAST_ROWS &&
  // The estimate is off by a few percent.
  its.distinct >= NEARLY * 0.9 * its.filled

/** `isReference`: a column of this name identifies the rows of another table of the workbook. */
export function suspectKeys(
  table: string,
  columns: readonly Measured[],
  isReference: (name: string) => boolean,
): Suspicion[] {
  const names = columns.map(({ column }) => column.name)
  return columns.flatMap(({ column, its: { filled }, exact }, place): Suspicion[] => {
    const least = place === 0 ? NEARLY : ALL_BUT_FEW
    if (exact === null || exact === filled || exact < least * filled) return []
    // The first column is its table's own, also where last month's table has one of the same name.
    if (place > 0 && isReference(column.name)) return []
    return [
      {
        check: 'duplicate_key',
        severity: 'error',
        table,
        column: column.name,
        sql: repeatedKeys(table, column, names),
        message: (count) =>
          `'${column.name}' tells the rows of '${table}' apart, but ${countOf(count, 'row')} ${agreeing(count, 'shares its', 'share theirs')} with another that says something else.`,
        suggestedFix: 'Find out which of these rows is right, or what else tells them apart.',
      },
    ]
  })
}

/** Columns that seem to be made of others, by their names and places. */
export function guessTotals(columns: readonly LintColumn[]): RowTotal[] {
  const numbers = columns.filter((column) => isNumeric(column) && !isKeyName(column.name))
  const guesses: RowTotal[] = []
  for (const [place, { name: total }] of numbers.entries()) {
    const before = numbers.slice(0, place).filter(({ name }) => !isTotalName(name))
    const behind = numbers.slice(place + 1).filter(({ name }) => !isTotalName(name))
    if (isTotalName(total)) {
      for (const parts of [before, behind]) guesses.push(...sumsOf(total, parts))
    }
    const quantity = numbers.find(({ name }) => isQuantityName(name) && name !== total)
    const price = numbers.find(({ name }) => isPriceName(name) && name !== total)
    if (isAmountName(total) && quantity && price)
      guesses.push({ total, parts: [quantity.name, price.name], op: 'product', tolerance: UNIT })
  }
  return guesses
}

/** All of them, or those nearest to the total. */
function sumsOf(total: string, parts: readonly LintColumn[]): RowTotal[] {
  const names = parts.map(({ name }) => name)
  const several = [names, names.slice(-2), names.slice(-3)].filter((some) => some.length >= 2)
  const different = new Map(several.map((some) => [some.join('\n'), some]))
  return [...different.values()].map((some) => ({ total, parts: some, op: 'sum', tolerance: CENT }))
}

/** In how many rows a guess holds, of those where there is something to hold. */
export type TotalCounts = { holds: number; rows: number; stated: number }

export function suspectTotals(
  table: string,
  guesses: readonly { guess: RowTotal; counts: TotalCounts }[],
): Suspicion[] {
  const meant = new Map<string, { guess: RowTotal; counts: TotalCounts }>()
  for (const each of guesses) {
    const { holds, rows, stated } = each.counts
    if (rows < LEAST_ROWS || stated < rows / 2 || holds < MEANT * rows) continue
    const best = meant.get(each.guess.total)
    if (!best || best.counts.holds < holds) meant.set(each.guess.total, each)
  }
  return [...meant.values()].flatMap(({ guess, counts }): Suspicion[] => {
    if (counts.holds === counts.rows) return []
    const made = guess.parts.join(guess.op === 'sum' ? ' + ' : ' × ')
    return [
      {
        check: 'total_mismatch',
        severity: 'error',
        table,
        column: guess.total,
        sql: wrongTotals(table, guess),
        message: (count) => `'${guess.total}' is ${made} in all rows but ${count}.`,
        suggestedFix: 'Compute the total again, or correct the parts.',
      },
    ]
  })
}
