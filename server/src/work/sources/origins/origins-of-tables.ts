import type { KeptRun } from '../../../engine/builder/build-request.ts'
import { partsOf, type StagedTable } from '../../../engine/loader/load-request.ts'
import type { BuiltTable } from '../ingest/build-tables.ts'
import type { Source } from '../source.ts'
import type { RowsOrigin } from './rows-origin.ts'

type FromFile = Pick<Source, 'sourceId' | 'revision'>

/** Where the rows of tables that were just built stood in the file. */
export function originsOfTables(source: FromFile, tables: readonly BuiltTable[]): RowsOrigin[] {
  return originsOfRows(source, tables.map(writtenRows))
}

/** The rows of a table that was just built, under the ids they were given. */
export const writtenRows = (table: BuiltTable): WrittenRows => ({
  tableId: table.tableId,
  firstRowId: (table.known ? table.matched.idsAfter : 0) + 1,
  columnIds: table.columns.slice(0, table.staged.columns.length).map(({ origin }) => origin),
  staged: table.staged,
  ...(table.known ? { kept: table.matched.kept } : {}),
})

/**
 * Rows of a staged table under the ids that were reserved for them; null for a column that was left out. `kept`: those that the table
 * had already are under the ids they had.
 */
export type WrittenRows = {
  tableId: string
  firstRowId: number
  columnIds: readonly (number | null)[]
  staged: StagedTable
  kept?: readonly KeptRun[]
}

/** The id of a row of the file, counted from 0. */
export function rowIdOf({ firstRowId, kept = [] }: WrittenRows, row: number): number {
  const run = runBefore(kept, row)
  return run && row < run.from + run.count ? run.rowId + row - run.from : firstRowId + row
}

/** The last of ascending runs that begins at a row or before it. */
function runBefore(runs: readonly KeptRun[], row: number): KeptRun | undefined {
  let [low, high] = [0, runs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((runs[middle]?.from ?? 0) <= row) low = middle + 1
    else high = middle
  }
  return runs[low - 1]
}

/** By ids of rows of the table, the ids that were reserved for them. */
export function reservedIds({ firstRowId, kept = [] }: WrittenRows, rowIds: readonly number[]): Map<number, number> {
  const runs = [...kept].sort((one, other) => one.rowId - other.rowId)
  const byRow = runs.map(({ from, rowId, count }) => ({ from: rowId, rowId: from, count }))
  return new Map(
    rowIds.map((id) => {
      const run = runBefore(byRow, id)
      return [id, run && id < run.from + run.count ? firstRowId + run.rowId + id - run.from : id]
    }),
  )
}

export function originsOfRows({ sourceId, revision }: FromFile, written: readonly WrittenRows[]): RowsOrigin[] {
  return written.flatMap(({ tableId, firstRowId, columnIds, staged, kept }) => {
    let next = firstRowId
    return partsOf(staged).flatMap(({ rows: rowCount, sheet, origins }) => {
      const first = next
      next += rowCount
      const columns = { columnIds, cells: origins, ...(staged.output === 'form' ? { isForm: true } : {}) }
      const part = kept && { kept: keptWithin(kept, first - firstRowId, rowCount) }
      return rowCount > 0 ? [{ tableId, firstRowId: first, rowCount, sourceId, revision, sheet, columns, ...part }] : []
    })
  })
}

/** The runs of one part of a file, counted from its first row. */
function keptWithin(runs: readonly KeptRun[], first: number, rowCount: number): KeptRun[] {
  return runs.flatMap(({ from, rowId, count }) => {
    const start = Math.max(from, first)
    const end = Math.min(from + count, first + rowCount)
    return start < end ? [{ from: start - first, rowId: rowId + start - from, count: end - start }] : []
  })
}
