import type { ClipboardEvent } from 'react'
import { wordsNow } from '../../words/words.ts'
import { toast } from '../toasts.tsx'
import { rangeOf, type TypedCell } from './cell-range.ts'
import { gridWords } from './grid-words.ts'
import type { LoadedRow } from './row-pages.ts'
import { readTabSeparated, writeTabSeparated } from './tab-separated.ts'
import { plainText } from './typed-text.ts'
import type { GridControls } from './use-grid-keys.ts'

const MOST_COPIED_ROWS = 10_000
const MOST_PASTED_ROWS = 5_000

/** Cells go out and come in as Excel writes them. */
export function useGridClipboard(grid: GridControls) {
  const copy = (event: ClipboardEvent): boolean => {
    if (grid.editing) return false
    event.preventDefault()
    const range = rangeOf(grid.selection)
    const w = wordsNow(gridWords)
    if (range.bottom - range.top >= MOST_COPIED_ROWS) {
      toast(w.tooMuch(MOST_COPIED_ROWS))
      return false
    }
    const columns = grid.columns.slice(range.left, range.right + 1)
    const textOf = (rows: readonly LoadedRow[]) =>
      writeTabSeparated(rows.map(({ cells }) => columns.map(({ name }) => plainText(cells[name]))))
    const rows = rowsHere(grid, range.top, range.bottom)
    if (rows) event.clipboardData.setData('text/plain', textOf(rows))
    // Rows that nobody has looked at come first.
    else void grid.pages.load(range.top, range.bottom).then((all) => navigator.clipboard.writeText(textOf(all)))
    if (range.bottom > range.top) toast(w.copied(range.bottom - range.top + 1, columns.length))
    return true
  }
  return {
    onCopy: (event: ClipboardEvent) => void copy(event),
    onCut: (event: ClipboardEvent) => {
      if (copy(event)) grid.onWrite?.(cellsOver(grid, [['']]))
    },
    onPaste: (event: ClipboardEvent) => {
      if (grid.editing || !grid.onWrite) return
      event.preventDefault()
      const texts = readTabSeparated(event.clipboardData.getData('text/plain'))
      if (texts.length > MOST_PASTED_ROWS) return toast(wordsNow(gridWords).tooMuch(MOST_PASTED_ROWS))
      grid.onWrite(cellsOver(grid, texts))
    },
  }
}

function rowsHere({ pages }: GridControls, top: number, bottom: number): LoadedRow[] | null {
  const rows: LoadedRow[] = []
  for (let index = top; index <= bottom; index++) {
    const row = pages.rowAt(index)
    if (!row) return null
    rows.push(row)
  }
  return rows
}

/** One text fills the selection; several are laid out from its corner, as far as there are columns. */
function cellsOver({ selection, columns }: GridControls, texts: readonly (readonly string[])[]): TypedCell[] {
  const { top, left, bottom, right } = rangeOf(selection)
  const isOne = texts.length === 1 && texts[0]?.length === 1
  const height = isOne ? Math.min(bottom - top + 1, MOST_PASTED_ROWS) : texts.length
  const cells: TypedCell[] = []
  for (let line = 0; line < height; line++) {
    const laid = texts[isOne ? 0 : line] ?? []
    const width = isOne ? right - left + 1 : laid.length
    for (let n = 0; n < width && left + n < columns.length; n++) {
      if (!columns[left + n]?.masked) cells.push({ row: top + line, column: left + n, text: laid[isOne ? 0 : n] ?? '' })
    }
  }
  return cells
}
