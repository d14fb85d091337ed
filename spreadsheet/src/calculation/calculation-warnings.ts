import type { Cell } from '../cell.ts'
import type { SpecWarning } from '../parse-spec/parse-spec.ts'
import { spellCell } from '../xlsx/cell-reference.ts'
import type { Difference, Differences } from './compare-saved.ts'
import type { Obstacle } from './formula-reads.ts'

/** Why a cell stays empty. */
export type LeftReason =
  | Obstacle
  | { kind: 'engine_error' | 'reads_left_cell' }
  | { kind: 'no_engine' | 'too_slow' | 'too_large' | 'not_readable' | 'days_of_1904' }

/** Sheets by their place. */
export type CalculationReport = {
  sheets: readonly string[]
  /** The sheet of each cell that was computed. */
  filled: number[]
  left: { sheet: number; reason: LeftReason }[]
  differences: Differences | null
}

const MOST_NAMED = 20
const LONGEST_VALUE = 40

export function calculationWarnings(report: CalculationReport): SpecWarning[] {
  const warnings: SpecWarning[] = []
  const warn = (code: string, count: number, message: string) =>
    warnings.push({ code, region_id: null, column: null, count, message })
  const { sheets, filled, left, differences } = report
  if (filled.length > 0)
    warn(
      'formulas_computed',
      filled.length,
      `${cellsOf(filled.length)} with a formula and no saved value were computed (${bySheet(sheets, filled)}).`,
    )
  if (left.length > 0) {
    const where = bySheet(
      sheets,
      left.map(({ sheet }) => sheet),
    )
    const why = tally(left.map(({ reason }) => spellReason(reason)))
    warn(
      'formulas_without_values',
      left.length,
      `${cellsOf(left.length)} with a formula and no saved value stay empty (${where}): ${why}.`,
    )
  }
  if (differences && differences.count > 0)
    warn('saved_values_differ', differences.count, spellDifferences(sheets, differences))
  return warnings
}

const cellsOf = (count: number) => (count === 1 ? '1 cell' : `${count} cells`)

const bySheet = (sheets: readonly string[], places: readonly number[]) =>
  tally(places.map((place) => `sheet ${sheets[place] ?? ''}`))

/** `sheet Sales 12, sheet Costs 3`, the most frequent first. */
function tally(words: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const sorted = [...counts].sort(([, one], [, other]) => other - one)
  const named = sorted.slice(0, MOST_NAMED).map(([word, count]) => `${word}: ${count}`)
  const more = sorted.length - named.length
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}

function spellReason(reason: LeftReason): string {
  switch (reason.kind) {
    case 'unknown_function':
      return `unknown function ${reason.name}`
    case 'changing_function':
      return `${reason.name} changes by itself`
    case 'sorted_lookup':
      return `${reason.name} looks in sorted cells`
    case 'name':
      return `name ${reason.name} is not understood`
    case 'other_file':
      return 'refers to another file'
    case 'several_sheets':
      return 'refers to several sheets at once'
    case 'array':
      return 'array formula'
    case 'not_understood':
      return 'formula is not understood'
    case 'engine_error':
      return 'cannot be computed'
    case 'reads_left_cell':
      return 'computed from such a cell'
    case 'no_engine':
      return 'this server has no Python runtime to compute them'
    case 'too_slow':
      return 'computing the file takes too long'
    case 'too_large':
      return 'the file is too large to be computed'
    case 'not_readable':
      return 'the calculation engine cannot read the file'
    case 'days_of_1904':
      return 'the file counts days from 1904'
  }
}

function spellDifferences(sheets: readonly string[], { compared, count, samples }: Differences): string {
  const cells = samples.map((sample) => spellDifference(sheets, sample)).join('; ')
  const are = count === 1 ? 'saved value is' : 'saved values are'
  return `${count} of ${compared} ${are} not what the formula gives: ${cells}. Tables hold the saved values.`
}

const spellDifference = (sheets: readonly string[], { sheet, row, column, saved, computed }: Difference) =>
  `${sheets[sheet] ?? ''}!${spellCell(row, column)} saved ${spellValue(saved)}, computed ${spellValue(computed)}`

const spellValue = ({ value }: Cell) => String(value).slice(0, LONGEST_VALUE)
