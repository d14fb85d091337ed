import type { Cell } from '@bindery-data/sdk'
import type { LoadedRow } from '../../parts/grid/row-pages.ts'

/** A cell that somebody writes: `base` is what it held when he read it. Without a row it belongs to a new one. */
export type CellChange = { row: LoadedRow | null; line: number; column: string; base: Cell; mine: Cell }

/** What somebody else has written into a cell, and who. A row that is gone has no value any more. */
export type Theirs = { value: Cell; isGone: boolean; by: string | null; userId: string | null; at: string | null }
