import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useMemo } from 'react'
import type { GridColumn } from './row-pages.ts'
import { kindOf } from './typed-text.ts'

/** The columns in view, with their places. */
export function useDrawnColumns(
  scroller: RefObject<HTMLElement | null>,
  columns: readonly GridColumn[],
  widths: readonly number[],
  linePx: number,
) {
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widths[index] ?? 0,
    paddingStart: linePx,
    scrollPaddingStart: linePx,
    overscan: 3,
    useFlushSync: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it keeps the widths it has asked for.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, widths])

  const items = virtualizer.getVirtualItems()
  const [from, to] = [items[0]?.index ?? 0, items.at(-1)?.index ?? -1]
  const placed = useMemo(() => {
    let left = linePx
    return columns.map(({ name, type, masked, description = null }, index) => {
      const width = widths[index] ?? 0
      left += width
      return { index, name, type, description, kind: kindOf(type), isMasked: masked, left: left - width, width }
    })
  }, [columns, widths, linePx])
  const drawn = useMemo(() => placed.slice(from, to + 1), [placed, from, to])

  return {
    placed,
    drawn,
    widthPx: virtualizer.getTotalSize(),
    showColumn: (index: number) => virtualizer.scrollToIndex(index),
  }
}
