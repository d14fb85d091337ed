import type { Cell, Wire } from '@bindery-data/sdk'
import type { GridColumn, ReadPage } from '../../parts/grid/rows/read-page.ts'
import { openRowPages, type RowPages } from '../../parts/grid/rows/row-pages.ts'
import { client } from '../../service/client.ts'

const FIRST_ROWS = 200

/** What a query answered: its manifest, and its rows as they are looked at. */
export type Result = { manifest: Wire.QueryResult; pages: RowPages; columns: readonly GridColumn[] }

export async function runSql(workbookId: string, sql: string, signal: AbortSignal): Promise<Result> {
  const body = { sql, limit: FIRST_ROWS, shape: 'arrays' as const }
  const manifest = await client.api.runQuery({ workbook_id: workbookId, body, signal })
  const columns = namedApart(manifest.columns)
  const pages = openRowPages(async ({ offset, limit, signal }) => {
    if (offset === 0 && limit <= FIRST_ROWS) return pageOf(manifest, columns)
    const place = { result_id: manifest.id, offset, limit, format: 'json' as const, shape: 'arrays' as const }
    return pageOf(await client.api.readResult({ ...place, signal }), columns)
  })
  pages.want(0, 0)
  return { manifest, pages, columns }
}

/** The first rows of a result, as many as a chart is drawn from. */
export async function firstRows({ manifest, columns }: Result, limit: number, signal: AbortSignal) {
  const place = { result_id: manifest.id, limit, format: 'json' as const, shape: 'arrays' as const }
  return pageOf(await client.api.readResult({ ...place, signal }), columns).rows.map(({ cells }) => cells)
}

/** Two columns of a result may bear one name. */
function namedApart(columns: readonly Wire.Column[]): GridColumn[] {
  const seen = new Map<string, number>()
  return columns.map(({ name, type, masked }) => {
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return { name: times === 1 ? name : `${name} (${times})`, type, masked }
  })
}

function pageOf({ rows, row_count: rowCount }: Wire.QueryResult, columns: readonly GridColumn[]): ReadPage {
  return {
    columns,
    rowCount,
    version: 0,
    // Safe: rows were asked for as arrays of what JSON has.
    rows: (rows as Cell[][]).map((row) => ({
      rowId: null,
      version: 0,
      cells: Object.fromEntries(columns.map(({ name }, n) => [name, row[n] ?? null])),
    })),
  }
}
