import { isProblem } from '@bindery-data/sdk'
import { queryOptions } from '@tanstack/react-query'
import { kindOf } from '../../parts/grid/cells/typed-text.ts'
import { client } from '../../service/client.ts'
import type { ProposedTable } from '../../service/proposals.ts'
import { keys } from '../../service/queries.ts'

/** The columns of a table as it is now, and rows of it by their ids: what stands beside the cells that change. */
export type RowContext = {
  columns: readonly { name: string; isNumber: boolean }[]
  rows: ReadonlyMap<number, Readonly<Record<string, unknown>>>
}

/** Each row costs a request. */
const ROWS_READ = 30

export const rowContextQuery = (workbookId: string, { table, edit_version, rows }: ProposedTable) => {
  const ids = rows.flatMap(({ row_id, change }) => (row_id !== null && change === 'update' ? [row_id] : []))
  return queryOptions({
    queryKey: keys.of(workbookId, 'rows', table, 'context', edit_version, ids),
    queryFn: ({ signal }) => readContext(workbookId, table, ids.slice(0, ROWS_READ), signal),
  })
}

async function readContext(
  workbookId: string,
  name: string,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<RowContext> {
  const table = client.workbook(workbookId).table(name)
  const columns = await orNothing(table.columns({ signal }))
  const read = await Promise.all(ids.map(async (id) => [id, await orNothing(table.row(id, { signal }))] as const))
  return {
    columns: (columns ?? []).map(({ name: column, type }) => ({ name: column, isNumber: kindOf(type) === 'number' })),
    rows: new Map(read.flatMap(([id, row]) => (row ? [[id, row] as const] : []))),
  }
}

/** A row or a table may be gone by now: the proposal says so, and is shown without it. */
async function orNothing<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (isProblem(error) && error.status === 404) return null
    throw error
  }
}
