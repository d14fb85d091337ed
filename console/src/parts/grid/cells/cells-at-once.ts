import { wordsNow } from '../../../words/words.ts'
import { toast } from '../../overlays/toasts.tsx'
import { gridWords } from '../grid-words.ts'
import type { GridColumn } from '../rows/read-page.ts'
import type { LoadedLine } from '../rows/row-pages.ts'
import type { CellRange, TypedCell } from './cell-range.ts'

/** As many rows as one write takes, so that what is cut, pasted or cleared is one step to undo. Copying has the same limit. */
export const MOST_ROWS_AT_ONCE = 5_000

export const tooManyRows = () => toast(wordsNow(gridWords).tooMuch(MOST_ROWS_AT_ONCE), { isBad: true })

export const rowsIn = ({ top, bottom }: CellRange) => bottom - top + 1

/** The cells of a range, emptied: those of all its lines, or only of lines as they were seen. */
export function clearedCells(
  { top, bottom, left, right }: CellRange,
  columns: readonly GridColumn[],
  seen?: ReadonlyMap<number, LoadedLine>,
): TypedCell[] {
  const cells: TypedCell[] = []
  for (let row = top; row <= bottom; row++) {
    if (seen && !seen.has(row)) continue
    for (let column = left; column <= right; column++) {
      if (!columns[column]?.masked) cells.push({ row, column, text: '', seen: seen?.get(row) })
    }
  }
  return cells
}
