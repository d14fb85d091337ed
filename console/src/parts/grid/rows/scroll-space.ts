/** Browsers draw nothing beyond some 17 to 33 million pixels: a taller table is scrolled in a shorter space. */
const TALLEST_PX = 8_000_000

/** `trackPx` is what the scrollbar moves in, `scale` how many pixels of the table one of its pixels stands for. */
export type ScrollSpace = { trackPx: number; furthestPx: number; scale: number }

export function scrollSpaceOf(contentPx: number, viewPx: number): ScrollSpace {
  const trackPx = Math.min(contentPx, TALLEST_PX)
  const furthestPx = Math.max(0, contentPx - viewPx)
  return { trackPx, furthestPx, scale: furthestPx / Math.max(1, trackPx - viewPx) || 1 }
}

/** A wheel or a finger moves by less than a view and means pixels of the table; a dragged scrollbar means a share of it. */
export function topAfterScroll(
  space: ScrollSpace,
  { topPx, movedPx, trackTopPx, viewPx }: { topPx: number; movedPx: number; trackTopPx: number; viewPx: number },
): number {
  const isStep = space.scale > 1 && Math.abs(movedPx) < viewPx
  return Math.min(space.furthestPx, Math.max(0, isStep ? topPx + movedPx : trackTopPx * space.scale))
}

/** The rows that a view shows, and a few beyond it. */
export function rowsInView(
  topPx: number,
  viewPx: number,
  rowPx: number,
  rowCount: number,
): [first: number, last: number] {
  const first = Math.max(0, Math.floor(topPx / rowPx) - MARGIN_ROWS)
  const last = Math.min(rowCount - 1, Math.ceil((topPx + viewPx) / rowPx) + MARGIN_ROWS)
  return [first, last]
}

const MARGIN_ROWS = 4
