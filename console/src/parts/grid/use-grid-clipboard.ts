import type { ClipboardEvent } from 'react'
import { wordsNow } from '../../words/words.ts'
import { toast } from '../overlays/toasts.tsx'
import { type CellRange, rangeOf } from './cells/cell-range.ts'
import { clearedCells, MOST_ROWS_AT_ONCE, rowsIn, tooManyRows } from './cells/cells-at-once.ts'
import { isOneText, pastedCells } from './cells/pasted.ts'
import { readTabSeparated, writeTabSeparated } from './cells/tab-separated.ts'
import { plainText } from './cells/typed-text.ts'
import type { GridControls } from './grid-controls.ts'
import { gridWords } from './grid-words.ts'
import type { LoadedLine, RowPages } from './rows/row-pages.ts'

/** The lines that went to the clipboard, by their numbers. */
type Copied = ReadonlyMap<number, LoadedLine>

/** Cells go out and come in as Excel writes them. */
export function useGridClipboard(grid: GridControls) {
  return {
    onCopy: (event: ClipboardEvent) => void copy(grid, event),
    onCut: (event: ClipboardEvent) => {
      if (!grid.onWrite) return void copy(grid, event)
      const { onWrite, columns } = grid
      const range = rangeOf(grid.selection)
      // Only what is on the clipboard is cleared, and each row only if it is still as it was copied.
      void copy(grid, event).then((copied) => copied && onWrite(clearedCells(range, columns, copied)))
    },
    onPaste: (event: ClipboardEvent) => {
      if (grid.editing || !grid.onWrite) return
      event.preventDefault()
      const texts = readTabSeparated(event.clipboardData.getData('text/plain'))
      const pasted = { texts, range: rangeOf(grid.selection) }
      const rows = isOneText(pasted) ? rowsIn(pasted.range) : texts.length
      if (rows > MOST_ROWS_AT_ONCE) return tooManyRows()
      if (grid.onPaste) grid.onPaste(pasted)
      else grid.onWrite(pastedCells(pasted, grid.columns))
    },
  }
}

/** What was copied, once it is on the clipboard; null when nothing is. */
async function copy(grid: GridControls, event: ClipboardEvent): Promise<Copied | null> {
  if (grid.editing) return null
  event.preventDefault()
  const { pages } = grid
  const range = rangeOf(grid.selection)
  if (rowsIn(range) > MOST_ROWS_AT_ONCE) {
    tooManyRows()
    return null
  }
  const columns = grid.columns.slice(range.left, range.right + 1)
  const textOf = (copied: Copied) =>
    writeTabSeparated(
      [...copied.values()].map(({ row }) => columns.map(({ name }) => plainText(grid.cellOf(row, name)))),
    )
  const here = linesHere(pages, range)
  if (here) event.clipboardData.setData('text/plain', textOf(here))
  const copied = here ?? (await copyUnread(pages, range, textOf))
  if (copied && copied.size > 1) toast(wordsNow(gridWords).copied(copied.size, columns.length))
  return copied
}

/** Lines that were never in view are read first. All of them are copied, or none. */
async function copyUnread(pages: RowPages, range: CellRange, textOf: (copied: Copied) => string) {
  const w = wordsNow(gridWords)
  const reading = pages.load(linesOf(range)).then(onlyLoaded)
  try {
    await writeClipboard(reading.then(textOf))
    return await reading
  } catch {
    const isRead = await reading.then(
      () => true,
      () => false,
    )
    toast(isRead ? w.copyRefused : w.copyFailed, { isBad: true })
    return null
  }
}

/** A browser lets a page write to the clipboard while it handles a key: it is handed the text before that is there. */
async function writeClipboard(text: Promise<string>) {
  const blob = text.then((written) => new Blob([written], { type: 'text/plain' }))
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}

const linesOf = ({ top, bottom }: CellRange) => Array.from({ length: bottom - top + 1 }, (_, n) => top + n)

function linesHere(pages: RowPages, range: CellRange): Copied | null {
  const lines = new Map<number, LoadedLine>()
  for (const index of linesOf(range)) {
    const line = pages.lineAt(index)
    if (line.state === 'unknown') return null
    if (line.state === 'loaded') lines.set(index, line)
  }
  return lines
}

const onlyLoaded = (lines: Awaited<ReturnType<RowPages['load']>>): Copied =>
  new Map([...lines].flatMap(([index, line]) => (line.state === 'loaded' ? [[index, line]] : [])))
