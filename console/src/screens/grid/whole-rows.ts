import type { Workbook } from '@bindery-data/sdk'
import { type CellRange, rangesOf, type Selection } from '../../parts/grid/cells/cell-range.ts'
import { MOST_ROWS_AT_ONCE, tooManyRows } from '../../parts/grid/cells/cells-at-once.ts'
import type { GridColumn, LoadedRow } from '../../parts/grid/rows/read-page.ts'
import type { RowPages } from '../../parts/grid/rows/row-pages.ts'
import { toast } from '../../parts/overlays/toasts.tsx'
import { wordsNow } from '../../words/words.ts'
import { cellMenuWords } from './cell-menu-words.ts'
import type { TableEdits } from './edits/table-edits.ts'

type Rows = { workbook: Workbook; table: string; pages: RowPages; edits: TableEdits }

/** Lines that a selection touches, each once. */
export function linesOf(selection: Selection): number[] {
  const lines = rangesOf(selection).flatMap(({ top, bottom }: CellRange) =>
    Array.from({ length: Math.min(bottom - top + 1, MOST_ROWS_AT_ONCE + 1) }, (_, n) => top + n),
  )
  return [...new Set(lines)]
}

/** The rows of a selection, read where they are not here; null, with a message, when that is impossible. */
async function rowsOf(pages: RowPages, selection: Selection): Promise<LoadedRow[] | null> {
  const lines = linesOf(selection)
  if (lines.length > MOST_ROWS_AT_ONCE) {
    tooManyRows()
    return null
  }
  try {
    return [...(await pages.load(lines)).values()].flatMap((line) => (line.state === 'loaded' ? line.row : []))
  } catch {
    toast(wordsNow(cellMenuWords).unreadable, { isBad: true })
    return null
  }
}

export async function deleteRows({ workbook, table, pages, edits }: Rows, selection: Selection) {
  const rows = await rowsOf(pages, selection)
  const ids = (rows ?? []).flatMap(({ rowId }) => rowId ?? [])
  if (ids.length === 0) return
  const w = wordsNow(cellMenuWords)
  let isDone = false
  await edits.perform(async () => {
    const answer = await workbook.table(table).deleteRows({ row_ids: ids, expected_version: null })
    isDone = answer.deleted > 0
    return answer
  })
  if (isDone) toast(w.removed(ids.length))
}

/** The same cells once more, at the end. What a policy hides is left out and holds its default there. */
export async function duplicateRows(at: Rows, columns: readonly GridColumn[], selection: Selection) {
  const rows = await rowsOf(at.pages, selection)
  if (!rows || rows.length === 0) return
  const plain = columns.filter(({ masked }) => !masked)
  const copies = rows.map(({ cells }) => Object.fromEntries(plain.map(({ name }) => [name, cells[name] ?? null])))
  await at.edits.perform(() =>
    at.workbook.table(at.table).write({ rows: copies, expected_version: null, mode: 'insert' }),
  )
}
