import type { Wire } from '@bindery-data/sdk'
import { filterOf, orderText } from './filter/rows-filter.ts'
import type { GridSearch } from './grid-search.ts'

/** The question behind what the grid shows: its filter and its order. */
export function rowsInView(workbookId: string, { name, columns }: Wire.Table, { filter = [], order }: GridSearch) {
  const where = filterOf(filter, columns)
  const by = orderText(order)
  return {
    workbook_id: workbookId,
    name,
    ...(where === null ? {} : { filter: JSON.stringify(where) }),
    ...(by === null ? {} : { order_by: by }),
  }
}

/** What a file needs to hold the same rows and columns; empty when that is the whole table as it stands. */
export function viewToExport({ columns }: Wire.Table, { filter = [], order }: GridSearch, shown: readonly string[]) {
  const where = filterOf(filter, columns)
  const isAsStored = columns.length === shown.length && columns.every(({ name }, n) => name === shown[n])
  const direction = order?.isDescending ? ('desc' as const) : ('asc' as const)
  return {
    ...(where === null ? {} : { filter: where }),
    ...(order ? { order_by: [{ column: order.column, direction }] } : {}),
    ...(isAsStored ? {} : { columns: [...shown] }),
  }
}
