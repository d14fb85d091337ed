import { type PointerEvent, useRef } from 'react'
import type { Spot } from '../../overlays/menu.tsx'
import { withinReason } from './column-widths.ts'

/** What a user can do with columns at their header. */
export type HeadOptions = {
  onMenu: (column: string, spot: Spot) => void
  onResize: (column: string, widthPx: number) => void
  /** Null: behind the last. */
  onMove: (column: string, before: string | null) => void
}

/** A hand that presses is not always still. */
const DRAG_STARTS_PX = 6

type Drag = { startX: number; widthPx: number; isMoving: boolean }

/** Dragging the name of a column moves it, dragging its edge makes it wider. */
export function useHeadDrag(name: string, heads: HeadOptions | undefined) {
  const drag = useRef<Drag | null>(null)
  const hasMoved = useRef(false)
  const begin = (event: PointerEvent<HTMLElement>) => {
    hasMoved.current = false
    if (!heads || event.button !== 0) return
    const head = event.currentTarget.closest<HTMLElement>('[data-head]')
    drag.current = { startX: event.clientX, widthPx: head?.offsetWidth ?? 0, isMoving: false }
    // A quick hand is over the next column before it has moved far enough.
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const end = () => {
    drag.current = null
    markDrop(null)
  }
  return {
    /** Whether the press that just ended was a drag. */
    wasDragged: () => hasMoved.current,
    resizing: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        event.preventDefault()
        begin(event)
      },
      onPointerMove: ({ clientX }: PointerEvent<HTMLElement>) => {
        if (!drag.current) return
        const { startX, widthPx } = drag.current
        if (clientX !== startX) heads?.onResize(name, withinReason(widthPx + clientX - startX))
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
    moving: {
      onPointerDown: begin,
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const { current } = drag
        if (!current || event.buttons !== 1) return end()
        if (!current.isMoving && Math.abs(event.clientX - current.startX) < DRAG_STARTS_PX) return
        current.isMoving = true
        hasMoved.current = true
        markDrop(dropAt(event))
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const drop = drag.current?.isMoving ? dropAt(event) : null
        end()
        if (drop && drop.head.dataset.head !== name) heads?.onMove(name, drop.before)
      },
      onPointerCancel: end,
    },
  }
}

type Drop = { head: HTMLElement; isBehind: boolean; before: string | null }

/** The gap between columns that is nearest to the pointer. */
function dropAt({ clientX, currentTarget }: PointerEvent<HTMLElement>): Drop | null {
  const heads = [...(currentTarget.closest('.grid-header')?.querySelectorAll<HTMLElement>('[data-head]') ?? [])]
  const inOrder = heads.sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left)
  const at = inOrder.findLastIndex((head) => head.getBoundingClientRect().left <= clientX)
  const head = inOrder[Math.max(0, at)]
  if (!head) return null
  const { left, width } = head.getBoundingClientRect()
  const isBehind = clientX > left + width / 2
  return { head, isBehind, before: (isBehind ? inOrder[at + 1]?.dataset.head : head.dataset.head) ?? null }
}

/** Shown at the element itself: a render at each move of the pointer would draw the whole grid again. */
function markDrop(drop: Drop | null) {
  for (const marked of document.querySelectorAll('[data-drop]')) marked.removeAttribute('data-drop')
  if (drop) drop.head.dataset.drop = drop.isBehind ? 'behind' : 'before'
}
