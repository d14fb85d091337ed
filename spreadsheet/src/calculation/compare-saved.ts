import type { Cell } from '../cell.ts'
import { BlockedCells, type SheetPlaces } from './find-blocked.ts'
import type { ComputedFormula } from './found-formula.ts'

/** Formulas whose saved value is not what they give. */
export type Differences = { compared: number; count: number; samples: readonly Difference[] }
export type Difference = { sheet: number; row: number; column: number; saved: Cell; computed: Cell }

const MOST_SAMPLES = 5
/** Wider than the noise of adding in another order. */
const TOLERANCE = 1e-6
/** Errors that a formula of a good file gives. Others may as well say that the engine reads an argument more strictly. */
const CERTAIN_ERRORS: ReadonlySet<string> = new Set(['#DIV/0!', '#N/A'])

/**
 * Compares saved values with computed ones, where these can be relied on. What is spelled after the settings of a machine may
 * differ for that reason alone, and with it all that is computed from it.
 */
export function findDifferences(
  formulas: readonly ComputedFormula[],
  blocked: BlockedCells,
  places: SheetPlaces,
): Differences {
  const unsure = new BlockedCells()
  for (const formula of formulas) if (isUnsure(formula)) unsure.add(formula)
  unsure.spread(formulas, places)
  const samples: Difference[] = []
  let compared = 0
  let count = 0
  for (const formula of formulas) {
    const { sheet, row, column, saved, engine } = formula
    if (saved === null || engine === null || blocked.has(formula) || unsure.has(formula)) continue
    compared++
    if (isSame(saved, engine)) continue
    count++
    if (samples.length < MOST_SAMPLES) samples.push({ sheet, row, column, saved, computed: engine })
  }
  return { compared, count, samples }
}

function isUnsure({ saved, engine, reads }: ComputedFormula): boolean {
  if (saved === null || engine === null || isSame(saved, engine)) return false
  if (engine.kind === 'error') return !CERTAIN_ERRORS.has(engine.value)
  return saved.kind === 'date' || reads.isLocal
}

export function isSame(saved: Cell, computed: Cell): boolean {
  if (saved.kind === 'number' && computed.kind === 'number') return isNear(saved.value, computed.value)
  // Which error it is depends on the order in which arguments are looked at.
  if (saved.kind === 'error' && computed.kind === 'error') return true
  return saved.kind === computed.kind && saved.value === computed.value
}

const isNear = (one: number, other: number) =>
  Math.abs(one - other) <= TOLERANCE * Math.max(1, Math.abs(one), Math.abs(other))
