import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useMemo } from 'react'
import { kindOf } from '../cells/typed-text.ts'
import type { GridColumn } from '../rows/read-page.ts'

/** The columns in view, with their places. The first `frozen` of them stay at the left. */
export function useDrawnColumns(
  scroller: RefObject<HTMLElement | null>,
  columns: readonly GridColumn[],
  widths: readonly number[],
  linePx: number,
  frozen: number,
) {
  const frozenPx = widths.slice(0, frozen).reduce((sum, width) => sum + width, 0)
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widths[index] ?? 0,
    paddingStart: linePx,
    scrollPaddingStart: linePx + frozenPx,
    overscan: 3,
    useFlushSync: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it keeps the widths it has asked for.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, widths])

  const items = virtualizer.getVirtualItems()
  const [from, to] = [items[0]?.index ?? 0, items.at(-1)?.index ?? -1]
  const placed = useMemo(() => {
    let left = linePx
    return columns.map(({ name, type, masked, description = null, format = null, unit = null }, index) => {
      const width = widths[index] ?? 0
      left += width
      const about = { name, type, description, format, unit, kind: kindOf(type), isMasked: masked }
      return { index, ...about, left: left - width, width, isFrozen: index < frozen, isEdge: index === frozen - 1 }
    })
  }, [columns, widths, linePx, frozen])
  // Those that are frozen are always in view.
  const drawn = useMemo(
    () => [...placed.slice(0, Math.min(frozen, from)), ...placed.slice(from, to + 1)],
    [placed, from, to, frozen],
  )

  return {
    placed,
    drawn,
    widthPx: virtualizer.getTotalSize(),
    showColumn: (index: number) => {
      if (index >= frozen) virtualizer.scrollToIndex(index)
    },
  }
}
