import type { ReadableTable } from '../table/readable-table.ts'
import { type Filter, type Reader, type Rows, readAllRows } from './reader.ts'

/** A table at a version, and the columns that are compared. */
export type Side = { table: ReadableTable; columnIds: readonly number[] }

/** Cells of a row, in the order of the compared columns. */
export type RowTexts = readonly (string | null)[]

/** A row that one of the sides has, or both. */
export type RowPair = { rowId: number; base: RowTexts | undefined; current: RowTexts | undefined }

/** Every row of two versions of a table, in the order of their ids, side by side. Memory does not grow with them. */
export async function* pairRows(reader: Reader, base: Side, current: Side): AsyncGenerator<RowPair> {
  const [then, now] = [base, current].map(({ table, columnIds }) => oneByOne(readAllRows(reader, table, columnIds)))
  if (!then || !now) return
  for (;;) {
    const [left, right] = [await then.peek(), await now.peek()]
    if (!left && !right) return
    const rowId = Math.min(left?.rowId ?? Number.POSITIVE_INFINITY, right?.rowId ?? Number.POSITIVE_INFINITY)
    yield { rowId, base: then.take(rowId), current: now.take(rowId) }
  }
}

/** Rows of the base that pass a filter, each beside what it is now. Only these are read of either side. */
export async function* pairChosenRows(
  reader: Reader,
  base: Side,
  current: Side,
  filter: Filter,
): AsyncGenerator<RowPair> {
  for await (const rows of readAllRows(reader, base.table, base.columnIds, { filter })) {
    const ids = rows.map(({ rowId }) => rowId)
    const now = (await reader.rowsById(current.table, ids, current.columnIds)).rows
    for (const { rowId, cells } of rows) {
      const found = now.get(rowId)
      yield { rowId, base: cells, current: found && current.columnIds.map((id) => found[id] ?? null) }
    }
  }
}

/** Rows out of their bundles. */
function oneByOne(bundles: AsyncGenerator<Rows>) {
  let rows: Rows = []
  let at = 0
  return {
    peek: async (): Promise<Rows[number] | undefined> => {
      while (at >= rows.length) {
        const next = await bundles.next()
        if (next.done) return undefined
        rows = next.value
        at = 0
      }
      return rows[at]
    },
    take: (rowId: number): RowTexts | undefined => {
      const row = rows[at]
      if (row?.rowId !== rowId) return undefined
      at += 1
      return row.cells
    },
  }
}
