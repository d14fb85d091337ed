import type { Cell } from '@bindery-data/sdk'
import type { Editing } from './cell-editor.tsx'
import type { Selection, TypedCell } from './cell-range.ts'
import type { GridColumn, LoadedRow, RowPages } from './row-pages.ts'

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
}
