import { isProblem, type Workbook } from '@bindery-data/sdk'
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import type { TypedCell } from '../../../parts/grid/cells/cell-range.ts'
import { kindOf, shownText } from '../../../parts/grid/cells/typed-text.ts'
import type { CellSign } from '../../../parts/grid/grid-row.tsx'
import type { GridColumn, LoadedRow } from '../../../parts/grid/rows/read-page.ts'
import type { RowPages } from '../../../parts/grid/rows/row-pages.ts'
import { toast, toastProblem } from '../../../parts/overlays/toasts.tsx'
import { nameOfType, typeWords } from '../../../parts/values/type-names.ts'
import { useWords, wordsNow } from '../../../words/words.ts'
import { tableWords } from '../table-words.ts'
import { changesOf } from './changes-of.ts'
import { type CellState, openTableEdits, type TableEdits } from './table-edits.ts'

/** Writing into a table, and what its cells say about that. */
export function useTableEdits(workbook: Workbook, table: string, columns: readonly GridColumn[], pages: RowPages) {
  // Another order or filter shows other pages; what was done and what is open stays.
  const latest = useRef(pages)
  latest.current = pages
  const edits = useMemo(() => {
    const report = (error: unknown) => describeFailure(error, () => made)
    const made: TableEdits = openTableEdits(workbook, table, () => latest.current, report)
    return made
  }, [workbook, table])
  const stamp = useSyncExternalStore(edits.listen, edits.stamp)
  const w = useWords(tableWords)
  const signOf = useCallback(
    (row: LoadedRow, column: string) => {
      const cell = edits.at(row.rowId, column)
      return cell && signFor(cell, kindOf(columns.find(({ name }) => name === column)?.type ?? 'VARCHAR'), w)
    },
    [edits, columns, w],
  )
  /** Cells name their columns by their places among those that are shown, or among others. */
  const write = (cells: TypedCell[], among = columns) => edits.write(read(cells, among))
  const read = async (cells: TypedCell[], among: readonly GridColumn[]) => {
    const found = await changesOf(
      cells,
      among,
      pages,
      (row, column) => edits.at(row.rowId, column) !== undefined,
    ).catch(() => null)
    if (!found) {
      toast(w.unreadable, { isBad: true })
      return []
    }
    const { changes, unread } = found
    for (const cell of unread.slice(0, 20))
      edits.reject(cell, cell.text, w.notRead(cell.text, nameOfType(cell.type, wordsNow(typeWords))))
    if (unread.length > 1) toast(w.notReadMany(unread.length), { isBad: true })
    return changes
  }
  const waitingIn = (row: LoadedRow, column: string) => waitingValue(edits.at(row.rowId, column))
  return { edits, stamp, signOf, waitingIn, write }
}

/** What could not be undone because another user has written there since can be undone all the same. */
function describeFailure(error: unknown, edits: () => TableEdits) {
  const w = wordsNow(tableWords)
  if (isProblem(error, 'undo_conflict'))
    toast(w.undoConflict, { action: { name: w.undoAnyway, run: () => void edits().undo(true) } })
  else toastProblem(error)
}

/** A text that is no value of its column cannot be copied or filled as one. */
const waitingValue = (cell: CellState | undefined) =>
  cell === undefined || (cell.state === 'refused' && cell.text !== undefined) ? undefined : cell.change.mine

type Texts = ReturnType<typeof useWords<typeof tableWords.en>>

function signFor(cell: CellState, kind: ReturnType<typeof kindOf>, w: Texts): CellSign {
  const text = shownText(cell.change.mine, kind)
  switch (cell.state) {
    case 'saving':
      return { look: 'saving', text, title: w.saving }
    case 'refused':
      return { look: 'refused', text: cell.text ?? text, title: cell.why || w.refused }
    case 'conflict':
      return { look: 'conflict', text, title: `${w.conflicts}: ${shownText(cell.theirs.value, kind)}` }
  }
}
