import { type PointerEvent, useRef } from 'react'
import { type CellRange, HEADER_ROW, oneCell, type Place, rangeOf } from './cell-range.ts'
import type { GridControls } from './use-grid-keys.ts'

/** Pressing selects, dragging and Shift extend, pressing twice edits. */
export function useGridPointer({ selection, select, editing, setEditing, isReadOnly, columns }: GridControls) {
  const isDragging = useRef(false)
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const place = placeUnder(event.target)
      if (!place || event.button > 2 || (editing && isSame(place, selection.head))) return
      if (event.button === 2 && isIn(rangeOf(selection), place)) return event.preventDefault()
      // What was being written is kept as if it had been left by a key.
      if (editing && document.activeElement instanceof HTMLElement) document.activeElement.blur()
      // The focus goes where the selection is, not to what was pressed.
      event.preventDefault()
      isDragging.current = true
      if ('line' in place) select({ anchor: { row: place.row, column: columns.length - 1 }, head: place })
      else select(event.shiftKey ? { anchor: selection.anchor, head: place } : oneCell(place))
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!isDragging.current || event.buttons !== 1) {
        isDragging.current = false
        return
      }
      const place = placeUnder(document.elementFromPoint(event.clientX, event.clientY))
      if (place && !isSame(place, selection.head)) select({ anchor: selection.anchor, head: place })
    },
    onPointerUp: () => {
      isDragging.current = false
    },
    onDoubleClick: (event: { target: EventTarget }) => {
      const place = placeUnder(event.target)
      if (place && isSame(place, selection.head) && !isReadOnly) setEditing('within')
    },
  }
}

const isIn = ({ top, bottom, left, right }: CellRange, { row, column }: Place) =>
  row >= top && row <= bottom && column >= left && column <= right

const isSame = (one: Place, other: Place) => one.row === other.row && one.column === other.column

/** The cell that something on the page belongs to; of a line number, the whole row. */
function placeUnder(target: EventTarget | null): (Place & { line?: true }) | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  const row = Number(cell?.dataset.row)
  if (!cell || row === HEADER_ROW || Number.isNaN(row)) return null
  return cell.dataset.line === undefined ? { row, column: Number(cell.dataset.column) } : { row, column: 0, line: true }
}
