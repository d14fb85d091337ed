import { useEffect } from 'react'
import { EmptyState } from '../../parts/empty-state.tsx'
import type { TypedCell } from '../../parts/grid/cells/cell-range.ts'
import { MOST_ROWS_AT_ONCE, tooManyRows } from '../../parts/grid/cells/cells-at-once.ts'
import { readTabSeparated } from '../../parts/grid/cells/tab-separated.ts'
import { useWords } from '../../words/words.ts'
import { tableWords } from './table-words.ts'

/** Cells can be pasted here too, wherever the focus is. */
export function NoRows({
  isFiltered,
  onPaste,
}: {
  isFiltered: boolean
  onPaste: ((cells: TypedCell[]) => void) | null
}) {
  const w = useWords(tableWords)
  useEffect(() => {
    if (isFiltered || !onPaste) return
    const heard = ({ target, clipboardData }: ClipboardEvent) => {
      if (target instanceof Element && target.closest('input, textarea, select')) return
      const texts = readTabSeparated(clipboardData?.getData('text/plain') ?? '')
      if (texts.length > MOST_ROWS_AT_ONCE) return tooManyRows()
      onPaste(texts.flatMap((cells, row) => cells.map((text, column) => ({ row, column, text }))))
    }
    window.addEventListener('paste', heard)
    return () => window.removeEventListener('paste', heard)
  }, [isFiltered, onPaste])
  return (
    <EmptyState
      icon="table"
      title={isFiltered ? w.nothingTitle : w.emptyTitle}
      text={isFiltered ? w.nothingText : w.emptyText}
    />
  )
}
