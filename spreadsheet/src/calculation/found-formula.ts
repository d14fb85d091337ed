import type { Cell } from '../cell.ts'
import type { Box } from '../grid.ts'
import type { PlacedFormula } from './find-blocked.ts'

/**
 * A formula of the file, and the value that was saved with it. `fills`: the cells of an array formula. `lookup`: one that looks in
 * sorted cells of which some are empty, where the engine goes wrong.
 */
export type FoundFormula = PlacedFormula & { saved: Cell | null; fills: Box | null; lookup: string | null }

/** A formula, and the value that the engine computed; null where it has none. */
export type ComputedFormula = FoundFormula & { engine: Cell | null }
