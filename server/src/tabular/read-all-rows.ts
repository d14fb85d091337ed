import type { ReadableTable } from './readable-table.ts'
import type { Position, Reader, RowPage } from './reader.ts'

export type Rows = RowPage['rows']

const PAGE_ROWS = 10_000

/**
 * All rows of a table in the order of their ids, in bundles; `first` is how many the first of them has. The table is of the
 * past, or frozen: pages of one that is led on meanwhile would not fit together.
 */
export async function* readAllRows(
  reader: Reader,
  table: ReadableTable,
  columnIds: readonly number[],
  { first = PAGE_ROWS }: { first?: number } = {},
): AsyncGenerator<Rows> {
  const whole = { columnIds, orderBy: [], filter: null, isCounted: false }
  let after: Position | null = { values: [], rowId: 0 }
  for (let limit = first; after; limit = PAGE_ROWS) {
    const { rows, next } = await reader.page(table, { ...whole, limit, start: { after } })
    yield rows
    after = next
  }
}
