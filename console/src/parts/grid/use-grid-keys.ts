import type { KeyboardEvent } from 'react'
import { type GridSize, HEADER_ROW, oneCell, placeAfterKey, rangeOf, rangesOf } from './cells/cell-range.ts'
import { clearedCells, MOST_ROWS_AT_ONCE, rowsIn, tooManyRows } from './cells/cells-at-once.ts'
import { repeatInto } from './cells/fill-cells.ts'
import { kindOf } from './cells/typed-text.ts'
import type { GridControls } from './grid-controls.ts'

type GridKeyOptions = GridControls & {
  gridSize: GridSize
  onUndo: (() => void) | undefined
  onRedo: (() => void) | undefined
  /** Keys of the screen that the grid is in, asked first. True: it was one. */
  onKey: ((event: KeyboardEvent) => boolean) | undefined
}

/** The keys of the grid while no cell is being edited. */
export function useGridKeys(grid: GridKeyOptions) {
  return (event: KeyboardEvent) => {
    if (grid.editing || event.nativeEvent.isComposing) return
    if (grid.onKey?.(event)) return event.preventDefault()
    if (event.altKey) return
    const isHeard =
      fillBy(grid, event) || spanBy(grid, event) || moveBy(grid, event) || undoBy(grid, event) || editBy(grid, event)
    if (isHeard) event.preventDefault()
  }
}

function moveBy({ selection, select, gridSize }: GridKeyOptions, event: KeyboardEvent): boolean {
  const next = placeAfterKey(selection.head, event, gridSize)
  if (!next) return false
  select(event.shiftKey && next.row !== HEADER_ROW ? { anchor: selection.anchor, head: next } : oneCell(next))
  return true
}

/** Ctrl and the space bar choose whole columns, Shift and the space bar whole rows, Ctrl A everything; the view stays. */
function spanBy(
  { selection, select, gridSize }: GridKeyOptions,
  { key, ctrlKey, metaKey, shiftKey }: KeyboardEvent,
): boolean {
  const isAll = (ctrlKey || metaKey) && key.toLowerCase() === 'a'
  const isColumn = isAll || (ctrlKey && key === ' ')
  const isRow = isAll || (shiftKey && key === ' ')
  if ((!isColumn && !isRow) || gridSize.rows === 0) return false
  const { top, bottom, left, right } = rangeOf(selection)
  const rows = isColumn ? { from: gridSize.rows - 1, to: 0 } : { from: bottom, to: top }
  const columns = isRow ? { from: gridSize.columns - 1, to: 0 } : { from: right, to: left }
  select({ anchor: { row: rows.from, column: columns.from }, head: { row: rows.to, column: columns.to } }, false)
  return true
}

/** Ctrl D repeats the first row of what is chosen, or the row above; Ctrl R the first column, or the one before. */
function fillBy(grid: GridKeyOptions, { key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  const direction = FILL_KEYS[key.toLowerCase()]
  if (!direction || shiftKey || (!ctrlKey && !metaKey) || grid.selection.head.row === HEADER_ROW) return false
  void repeatInto(grid, direction)
  return true
}

const FILL_KEYS: Record<string, 'down' | 'right'> = { d: 'down', r: 'right' }

function undoBy({ onUndo, onRedo }: GridKeyOptions, { key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  if (!ctrlKey && !metaKey) return false
  const letter = key.toLowerCase()
  const wish = letter === 'y' || (letter === 'z' && shiftKey) ? onRedo : letter === 'z' ? onUndo : undefined
  wish?.()
  return wish !== undefined
}

function editBy(grid: GridKeyOptions, { key }: KeyboardEvent): boolean {
  const { selection, select, isReadOnly, setEditing } = grid
  if (selection.head.row === HEADER_ROW) return false
  switch (key) {
    case 'F2':
    case 'Enter':
      if (!isReadOnly) setEditing('within')
      return true
    case 'Escape':
      select(oneCell(selection.head))
      return true
    case 'Delete':
    case 'Backspace':
      clear(grid)
      return true
    case ' ':
      return turn(grid)
    default:
      return false
  }
}

function clear({ selection, columns, onWrite }: GridControls) {
  const ranges = rangesOf(selection)
  if (!onWrite) return
  const rows = ranges.reduce((sum, range) => sum + rowsIn(range), 0)
  if (rows <= MOST_ROWS_AT_ONCE) onWrite(ranges.flatMap((range) => clearedCells(range, columns)))
  else tooManyRows()
}

/** The space bar turns what is true or false. */
function turn({ selection: { head }, columns, pages, cellOf, isReadOnly, onWrite }: GridControls): boolean {
  const column = columns[head.column]
  if (!column || kindOf(column.type) !== 'boolean') return false
  const line = pages.lineAt(head.row)
  if (isReadOnly || line.state !== 'loaded') return true
  const isTrue = cellOf(line.row, column.name) === true
  onWrite?.([{ ...head, text: isTrue ? 'FALSE' : 'TRUE', seen: line }])
  return true
}
