import type { Cell } from '@bindery-data/sdk'
import type { KnownLine } from '../../../parts/grid/rows/row-pages.ts'

/** A cell to write: `base` is what it held when it was read. On a line that does not exist it belongs to a new row. */
export type CellChange = { at: KnownLine; line: number; column: string; base: Cell; mine: Cell }

/** A change on its way. Of two in one cell the one with the higher turn was made later. */
export type SentChange = CellChange & { turn: number }

export const rowOf = ({ at }: Pick<CellChange, 'at'>) => (at.state === 'loaded' ? at.row : null)

/** What another user has written into a cell, and who. A row that is gone has no value any more. */
export type Theirs = { value: Cell; isGone: boolean; by: string | null; userId: string | null; at: string | null }
