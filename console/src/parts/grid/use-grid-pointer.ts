import { type PointerEvent, useRef } from 'react'
import {
  type CellPosition,
  type CellRange,
  HEADER_ROW,
  oneCell,
  rangeOf,
  rangesOf,
  type Selection,
} from './cells/cell-range.ts'
import { continueInto } from './cells/fill-cells.ts'
import { fillTarget } from './cells/fill-target.ts'
import type { GridControls } from './grid-controls.ts'

/** Pressing selects, dragging and Shift extend, Ctrl adds, pressing twice edits; dragging the handle fills. */
export function useGridPointer(grid: GridControls) {
  const { selection, select, editing, setEditing, isReadOnly } = grid
  const dragging = useRef<'select' | 'fill' | null>(null)
  const filling = useRef<CellRange | null>(null)
  const press = (event: PointerEvent<HTMLElement>, place: CellPosition & { line?: true }) => {
    if (event.button === 2 && rangesOf(selection).some((range) => isIn(range, place))) return
    dragging.current = event.button === 0 ? 'select' : null
    select(pressed(grid, event, place), !('line' in place))
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const place = placeUnder(event.target)
      const isOwn = editing && place && isSame(place, selection.head)
      if (!place || (event.button !== 0 && event.button !== 2) || isOwn) return
      // What was being written is kept as if it had been left by a key.
      if (editing && document.activeElement instanceof HTMLElement) document.activeElement.blur()
      // The focus goes where the selection is, not to what was pressed.
      event.preventDefault()
      if (event.button === 0 && isHandle(event.target)) dragging.current = 'fill'
      else press(event, place)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (dragging.current === null || event.buttons !== 1) {
        dragging.current = null
        return
      }
      const place = placeUnder(document.elementFromPoint(event.clientX, event.clientY))
      if (!place) return
      if (dragging.current === 'fill') {
        filling.current = fillTarget(rangeOf(selection), place)
        showFilling(event.currentTarget, filling.current)
      } else if (!isSame(place, selection.head)) {
        const head = { row: place.row, column: 'line' in place ? selection.head.column : place.column }
        select({ ...selection, head })
      }
    },
    onPointerUp: ({ currentTarget }: PointerEvent<HTMLElement>) => {
      const target = dragging.current === 'fill' ? filling.current : null
      dragging.current = null
      filling.current = null
      showFilling(currentTarget, null)
      if (!target) return
      const source = rangeOf(selection)
      void continueInto(grid, source, target)
      select({ anchor: topLeft(source, target), head: bottomRight(source, target) })
    },
    onDoubleClick: (event: { target: EventTarget }) => {
      const place = placeUnder(event.target)
      if (place && isSame(place, selection.head) && !isReadOnly && !isHandle(event.target)) setEditing('within')
    },
  }
}

/** What a press selects: a cell or a line, added to what is chosen, or instead of it. */
function pressed(
  { selection, columns }: GridControls,
  event: PointerEvent,
  place: CellPosition & { line?: true },
): Selection {
  const { row, column } = place
  const isAdded = (event.ctrlKey || event.metaKey) && event.button === 0
  const others = isAdded ? { others: rangesOf(selection) } : {}
  const last = columns.length - 1
  if ('line' in place) {
    const from = event.shiftKey ? selection.anchor.row : row
    return { anchor: { row: from, column: last }, head: { row, column: 0 }, ...others }
  }
  if (event.shiftKey && event.button === 0) return { ...selection, head: { row, column } }
  return { ...oneCell({ row, column }), ...others }
}

const isHandle = (target: EventTarget | null) => target instanceof Element && target.closest('[data-handle]') !== null

const topLeft = (one: CellRange, other: CellRange): CellPosition => ({
  row: Math.min(one.top, other.top),
  column: Math.min(one.left, other.left),
})

const bottomRight = (one: CellRange, other: CellRange): CellPosition => ({
  row: Math.max(one.bottom, other.bottom),
  column: Math.max(one.right, other.right),
})

/** Shown at the cells themselves: a render at each move of the pointer would draw the whole grid again. */
function showFilling(scroller: HTMLElement, target: CellRange | null) {
  scroller.toggleAttribute('data-filling', target !== null)
  for (const cell of scroller.querySelectorAll<HTMLElement>('.grid-cell')) {
    const place = { row: Number(cell.dataset.row), column: Number(cell.dataset.column) }
    cell.toggleAttribute('data-fill', target !== null && isIn(target, place))
  }
}

const isIn = ({ top, bottom, left, right }: CellRange, { row, column }: CellPosition) =>
  row >= top && row <= bottom && column >= left && column <= right

const isSame = (one: CellPosition, other: CellPosition) => one.row === other.row && one.column === other.column

/** The cell that something on the page belongs to; of a line number, the whole row. */
function placeUnder(target: EventTarget | null): (CellPosition & { line?: true }) | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  const row = Number(cell?.dataset.row)
  if (!cell || row === HEADER_ROW || Number.isNaN(row)) return null
  return cell.dataset.line === undefined ? { row, column: Number(cell.dataset.column) } : { row, column: 0, line: true }
}
