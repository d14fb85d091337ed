import type { Workbook } from '@bindery-data/sdk'
import { useEffect, useMemo } from 'react'
import type { GridColumn, LoadedRow, PageReader } from '../../parts/grid/rows/read-page.ts'
import { openRowPages } from '../../parts/grid/rows/row-pages.ts'
import { client } from '../../service/client.ts'
import { filterOf, orderText } from './filter/rows-filter.ts'
import type { GridSearch } from './grid-search.ts'

/** The rows of a table as the address asks for them. */
export function useTablePages(workbook: Workbook, table: string, columns: readonly GridColumn[], search: GridSearch) {
  const filter = filterOf(search.filter ?? [], columns)
  const asked = { order: orderText(search.order), filter: filter && JSON.stringify(filter) }
  const pages = useMemo(
    () => openRowPages(tableReader(workbook.id, table, asked.order, asked.filter)),
    [workbook.id, table, asked.order, asked.filter],
  )
  useEffect(() => pages.close, [pages])
  return pages
}

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
