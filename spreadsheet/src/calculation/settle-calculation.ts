import type { Cell } from '../cell.ts'
import type { OpenedFile } from '../opened-file.ts'
import type { SpecWarning } from '../parse-spec/parse-spec.ts'
import { type CalculationReport, calculationWarnings, type LeftReason } from './calculation-warnings.ts'
import { findDifferences } from './compare-saved.ts'
import { type ComputedCells, cellKey } from './computed-cells.ts'
import { BlockedCells, type SheetPlaces } from './find-blocked.ts'
import type { ComputedFormula } from './found-formula.ts'
import type { PreparedCalculation } from './prepare-calculation.ts'

/** What became of computing a file: values by sheet name, or why there are none. */
export type CalculationOutcome =
  | { values: ReadonlyMap<string, ComputedCells> }
  | { failure: 'no_engine' | 'too_slow' | 'too_large' | 'not_readable' }

/** Which cells get a computed value, by the place of their sheet, and the warnings about it. */
export type Calculation = { computed: ReadonlyMap<number, ComputedCells>; warnings: readonly SpecWarning[] }

export const NOT_CALCULATED: Calculation = { computed: new Map(), warnings: [] }

/** Errors that the engine has for what it cannot compute. No spreadsheet program shows them in a good file. */
const OF_THE_ENGINE: ReadonlySet<string> = new Set(['#ERROR!', '#CIRC!', '#N/IMPL!', '#NAME?', '#SPILL!', '#CALC!'])

const MOST_FILLED = 1_000

/**
 * Decides which of the engine's values can be relied on. A value is taken where the file has none and all that it was
 * computed from is known; saved values stay, and those that differ are reported.
 */
export function settleCalculation(
  { sheets, isDate1904 }: OpenedFile,
  found: PreparedCalculation,
  outcome: CalculationOutcome,
): Calculation {
  const names = sheets.map(({ name }) => name)
  const places: SheetPlaces = new Map(names.map((name, place) => [name.toLowerCase(), place]))
  const report: CalculationReport = { sheets: names, filled: [], left: [], differences: null }
  // The engine counts days from 1900 in every file.
  const failure = 'failure' in outcome ? outcome.failure : isDate1904 ? 'days_of_1904' : null
  if ('failure' in outcome || failure !== null) {
    for (const { sheet, saved } of found.formulas)
      if (saved === null) report.left.push({ sheet, reason: { kind: failure ?? 'not_readable' } })
    return { computed: new Map(), warnings: calculationWarnings(report) }
  }
  const cells = names.map((name) => outcome.values.get(name))
  const formulas = found.formulas.map((formula) => ({
    ...formula,
    engine: cells[formula.sheet]?.get(cellKey(formula.row, formula.column)) ?? null,
  }))
  const blocked = blockedIn(formulas, places)
  const computed = fill(formulas, blocked, report)
  report.differences = findDifferences(formulas, blocked, places)
  return { computed, warnings: calculationWarnings(report) }
}

function blockedIn(formulas: readonly ComputedFormula[], places: SheetPlaces): BlockedCells {
  const blocked = new BlockedCells()
  for (const formula of formulas) {
    if (!isBlocked(formula)) continue
    blocked.add(formula)
    for (const place of placesIn(formula)) blocked.add(place)
  }
  blocked.spread(formulas, places)
  return blocked
}

/** The cells that an array formula fills. A larger box than any sheet has filled is a forgery, and its first cells will do. */
function* placesIn({ sheet, fills }: ComputedFormula) {
  if (!fills) return
  const bottom = Math.min(fills.bottom, fills.top + MOST_FILLED)
  const right = Math.min(fills.right, fills.left + MOST_FILLED)
  for (let row = fills.top; row <= bottom; row++)
    for (let column = fills.left; column <= right; column++) yield { sheet, row, column }
}

/** A formula that the engine was not given stood there as its saved value: that one is known. */
export const isBlocked = (formula: ComputedFormula) =>
  reasonAt(formula) !== null && (formula.saved === null || formula.reads.obstacle === null)

/** Why the engine's value of this very formula is none. */
export function reasonAt({ reads, engine, lookup }: ComputedFormula): LeftReason | null {
  if (reads.obstacle) return reads.obstacle
  if (lookup !== null) return { kind: 'sorted_lookup', name: lookup }
  const isNone = engine === null || isOfTheEngine(engine) || (reads.isSearching && isNumberError(engine))
  return isNone ? { kind: 'engine_error' } : null
}

const isOfTheEngine = (cell: Cell) => cell.kind === 'error' && OF_THE_ENGINE.has(cell.value)

const isNumberError = (cell: Cell) => cell.kind === 'error' && cell.value === '#NUM!'

function fill(formulas: readonly ComputedFormula[], blocked: BlockedCells, report: CalculationReport) {
  const computed = new Map<number, Map<number, Cell>>()
  for (const formula of formulas) {
    const { sheet, row, column, saved, engine } = formula
    if (saved !== null) continue
    if (engine === null || blocked.has(formula)) {
      report.left.push({ sheet, reason: reasonAt(formula) ?? { kind: 'reads_left_cell' } })
      continue
    }
    const cells = computed.get(sheet) ?? new Map<number, Cell>()
    computed.set(sheet, cells.set(cellKey(row, column), engine))
    report.filled.push(sheet)
  }
  return computed
}
