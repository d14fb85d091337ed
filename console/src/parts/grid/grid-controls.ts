import type { Cell } from '@bindery-data/sdk'
import type { Editing } from './cells/cell-editor.tsx'
import type { Selection, TypedCell } from './cells/cell-range.ts'
import type { Pasted } from './cells/pasted.ts'
import type { GridColumn, LoadedRow } from './rows/read-page.ts'
import type { RowPages } from './rows/row-pages.ts'

/** What a cell holds for the user: what waits to be written there, else what was read. */
export type CellOf = (row: LoadedRow, column: string) => Cell

/** What keys, pointer and clipboard work on. */
export type GridControls = {
  selection: Selection
  select: (selection: Selection, isShown?: boolean) => void
  editing: Editing
  setEditing: (editing: Editing) => void
  isReadOnly: boolean
  pages: RowPages
  columns: readonly GridColumn[]
  cellOf: CellOf
  onWrite: ((cells: TypedCell[]) => void) | undefined
  /** Decides what is written of a block; without it all that fits is. */
  onPaste: ((pasted: Pasted) => void) | undefined
}
