import type { Editing } from './cell-editor.tsx'
import type { Selection, TypedCell } from './cell-range.ts'
import type { GridColumn, RowPages } from './row-pages.ts'

/** What keys, pointer and clipboard work on. */
export type GridControls = {
  selection: Selection
  select: (selection: Selection, isShown?: boolean) => void
  editing: Editing
  setEditing: (editing: Editing) => void
  isReadOnly: boolean
  pages: RowPages
  columns: readonly GridColumn[]
  onWrite: ((cells: TypedCell[]) => void) | undefined
}
