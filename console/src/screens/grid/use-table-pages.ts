import type { Filter, Workbook } from '@bindery-data/sdk'
import { useEffect, useMemo } from 'react'
import { type GridColumn, type LoadedRow, openRowPages, type PageReader } from '../../parts/grid/row-pages.ts'
import { readTyped } from '../../parts/grid/typed-text.ts'
import { client } from '../../service/client.ts'
import { type Condition, type GridSearch, takesValue } from './grid-search.ts'

/** The rows of a table as the address asks for them. */
export function useTablePages(workbook: Workbook, table: string, columns: readonly GridColumn[], search: GridSearch) {
  const types = new Map(columns.map(({ name, type }) => [name, type]))
  const filter = filterOf(search.filter ?? [], types)
  const asked = { order: orderBy(search.order), filter: filter && JSON.stringify(filter) }
  const pages = useMemo(
    () => openRowPages(tableReader(workbook.id, table, asked.order, asked.filter)),
    [workbook.id, table, asked.order, asked.filter],
  )
  useEffect(() => pages.close, [pages])
  return pages
}

/** As a list of JSON, since a name may hold a comma or begin with a minus. */
const orderBy = (order: GridSearch['order']) =>
  order ? JSON.stringify([{ column: order.column, direction: order.isDescending ? 'desc' : 'asc' }]) : null

function filterOf(conditions: readonly Condition[], types: ReadonlyMap<string, string>): Filter | null {
  const parts = conditions.map(({ column, op, value = '' }): Filter => {
    if (op === 'is_null' || op === 'not_null') return { column, op }
    // What the type does not know the service refuses, in its own words.
    const typed = readTyped(value, types.get(column) ?? 'VARCHAR')
    return { column, op, value: typed ?? value }
  })
  return parts.length === 0 ? null : { and: parts }
}

export const isWhole = ({ op, value }: Condition) => !takesValue(op) || (value !== undefined && value !== '')

function tableReader(workbookId: string, name: string, order: string | null, filter: string | null): PageReader {
  return async ({ offset, limit, isCounted, signal }) => {
    const page = await client.api.readTableRows({
      workbook_id: workbookId,
      name,
      offset,
      limit,
      count: isCounted,
      signal,
      ...(order === null ? {} : { order_by: order }),
      ...(filter === null ? {} : { filter }),
    })
    const version = page.edit_version
    return {
      columns: page.columns,
      rowCount: page.row_count,
      version,
      rows: page.rows.map((row) => ({ rowId: Number(row.__svc_row_id), cells: row as LoadedRow['cells'], version })), // Safe: JSON.
    }
  }
}
