import { bytesOf } from '@bindery-data/spreadsheet/byte-source.ts'
import { openFile } from '@bindery-data/spreadsheet/open-file.ts'
import { readReturnedSheet } from '@bindery-data/spreadsheet/returned/read-returned-sheet.ts'
import type { ReturnedRow } from '@bindery-data/spreadsheet/returned/returned-cell.ts'
import { ROW_ID } from '../../server/src/engine/table/table.ts'
import { type MergePlan, newMergePlanner } from '../../server/src/work/branches/plan-merge.ts'
import { rowsById } from '../../server/src/work/branches/sheet-to-merge.ts'
import { type Expected, expectedMerge } from './expected-merge.ts'
import type { MergeCase, Texts } from './random-case.ts'

/** What was found of one case, or of many. */
export type Tally = { lost_edits: number; wrong_cells: number; unreported_conflicts: number; false_conflicts: number }

export const newTally = (): Tally => ({ lost_edits: 0, wrong_cells: 0, unreported_conflicts: 0, false_conflicts: 0 })

/** Merges a file as the service does, and compares what comes out with what must. */
export async function judgeCase(merging: MergeCase, file: Buffer, tally: Tally, isBaseForgotten: boolean) {
  const plan = await planOf(isBaseForgotten ? { ...merging, base: merging.current } : merging, file)
  const expected = expectedMerge(merging)
  compareConflicts(merging, plan, expected, tally)
  compareRows(merging, plan, expected, tally)
}

async function planOf({ columns, base, current }: MergeCase, bytes: Buffer): Promise<MergePlan> {
  const file = await openFile(bytesOf(bytes), 'back.xlsx')
  let names: readonly string[] = []
  const rows: ReturnedRow[] = []
  await readReturnedSheet(file, 0, {
    idColumn: ROW_ID,
    mostRows: 1000,
    header: (found) => {
      names = found
    },
    row: (row) => rows.push(row),
  })
  const { isDate1904 } = file
  const merged = columns.flatMap((column) => {
    const place = names.indexOf(column.name)
    return place < 0 ? [] : [{ base: column, current: column, place }]
  })
  const sheet = { name: '', columns: [], rows, idPlace: names.indexOf(ROW_ID), isDate1904 }
  const planner = newMergePlanner(merged, rowsById(sheet), 'cell')
  for (const rowId of [...new Set([...base.keys(), ...current.keys()])].sort((a, b) => a - b))
    planner.take({ rowId, base: base.get(rowId), current: current.get(rowId) })
  return planner.finish()
}

function compareConflicts({ columns }: MergeCase, plan: MergePlan, expected: Expected, tally: Tally) {
  const placeOf = (columnId: number | null) => columns.findIndex(({ id }) => id === columnId)
  const found = new Set(
    plan.conflicts.map(
      ({ kind, rowId, columnId }) => `${rowId}:${kind === 'row_deleted' ? 'deleted' : placeOf(columnId)}`,
    ),
  )
  tally.unreported_conflicts += [...expected.conflicts].filter((conflict) => !found.has(conflict)).length
  tally.false_conflicts += [...found].filter((conflict) => !expected.conflicts.has(conflict)).length
}

function compareRows({ columns, current }: MergeCase, plan: MergePlan, expected: Expected, tally: Tally) {
  const rows = new Map([...current].map(([rowId, texts]): [number, Texts] => [rowId, [...texts]]))
  for (const rowId of plan.deletions) rows.delete(rowId)
  for (const { rowId, cells } of plan.updates)
    rows.set(
      rowId,
      columns.map(({ id }, n) => (id in cells ? (cells[id] ?? null) : (rows.get(rowId)?.[n] ?? null))),
    )
  for (const [rowId, texts] of expected.rows) {
    const before = current.get(rowId)
    texts.forEach((text, n) => {
      if ((rows.get(rowId)?.[n] ?? null) === text) return
      // An edit of the file that was not merged, or a value that was never written.
      if (before && (before[n] ?? null) !== text) tally.lost_edits += 1
      else tally.wrong_cells += 1
    })
  }
  for (const rowId of rows.keys()) if (!expected.rows.has(rowId)) tally.wrong_cells += 1
  compareAdded(
    columns.map(({ id }) => id),
    plan,
    expected,
    tally,
  )
}

/** In any order: sorting a sheet moves new rows too. An empty text is none there. */
function compareAdded(ids: readonly number[], plan: MergePlan, expected: Expected, tally: Tally) {
  const keyOf = (texts: readonly (string | null)[]) => JSON.stringify(texts)
  const found = plan.insertions.map((cells) => keyOf(ids.map((id) => cells[id] ?? null)))
  for (const texts of expected.added) {
    const at = found.indexOf(keyOf(texts))
    if (at < 0) tally.lost_edits += 1
    else found.splice(at, 1)
  }
  tally.wrong_cells += found.length
}
