import type { Client } from '@bindery-data/sdk'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { DataGrid } from '../../parts/grid/data-grid.tsx'
import type { LoadedRow } from '../../parts/grid/rows/read-page.ts'
import { openRowPages } from '../../parts/grid/rows/row-pages.ts'
import { useWords } from '../../words/words.ts'
import { sharedWords } from './shared-words.ts'

/** The rows of the table or view that a link shows. */
export function SharedTable({ reader, name }: { reader: Client; name: string }) {
  const w = useWords(sharedWords)
  const pages = useMemo(() => openRowPages((page) => readPage(reader, page)), [reader])
  useEffect(() => pages.close, [pages])
  useSyncExternalStore(pages.listen, pages.stamp)
  const held = pages.held()
  return (
    <>
      {held ? <p className="soft shared-count">{w.rows(held.rowCount)}</p> : null}
      <div className="shared-grid">
        <DataGrid label={name} pages={pages} />
      </div>
    </>
  )
}

type PageRequest = { offset: number; limit: number; signal: AbortSignal }

async function readPage(reader: Client, { offset, limit, signal }: PageRequest) {
  const { columns, rows, row_count: rowCount } = await reader.api.readSharedRows({ offset, limit, signal })
  return {
    columns,
    rowCount,
    version: 0,
    // Safe: the cells of a row are what JSON has.
    rows: rows.map((row) => ({ rowId: null, version: 0, cells: row as LoadedRow['cells'] })),
  }
}
