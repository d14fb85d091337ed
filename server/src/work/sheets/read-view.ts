import { gatherPage } from '../../core/queries/gather-page.ts'
import { forgetRows } from '../../core/queries/keep-result.ts'
import { pageTooLarge } from '../../core/queries/queries.errors.ts'
import { explainedError, openQuestion } from '../../core/queries/sql-question.ts'
import { openReadableTable } from '../../core/reading/open-readable-table.ts'
import type { ResultColumn } from '../../engine/reading/sql-question.ts'
import { totalsSql, viewSql } from '../../engine/reading/view-sql.ts'
import type { ReadableTable } from '../../engine/table/readable-table.ts'
import type { Context } from '../../platform/context.ts'
import type { TableView } from './sheet.ts'

export type ViewValue = null | string | number | boolean

/** Rows of a table as a sheet shows them, under the names and types of their columns. */
export type ReadView = {
  columns: readonly ResultColumn[]
  rows: readonly (readonly ViewValue[])[]
  /** By place of the column; undefined where none was asked for. */
  totals: readonly (ViewValue | undefined)[] | null
}

const MOST_ROWS = 100_000
const MOST_BYTES = 64 * 1024 * 1024
const TIMEOUT_MS = 30_000

/** Through the same gate as queries: a column that is hidden from who looks is not there, and its filters cannot find it. */
export async function readView(
  ctx: Context,
  workbookId: string,
  view: TableView,
  gone: AbortSignal,
): Promise<ReadView> {
  const { table } = await openReadableTable(ctx, workbookId, view.table, { role: 'viewer' })
  const seen = visiblePart(table, view)
  const { columns, rows } = await ask(ctx, workbookId, viewSql(seen), seen.limit, gone)
  if (Object.keys(seen.totals).length === 0) return { columns, rows, totals: null }
  const summed = await ask(ctx, workbookId, totalsSql(seen), 1, gone)
  const places = new Map(summed.columns.map(({ name }, n) => [name, summed.rows[0]?.[n] ?? null]))
  return { columns, rows, totals: columns.map(({ name }) => places.get(name)) }
}

/** What is named and not there is left out, as a denied column is. */
function visiblePart({ name, columns }: ReadableTable, view: TableView) {
  const names = columns.map((column) => column.name)
  const isSeen = (column: string) => names.includes(column)
  return {
    table: name,
    columns: (view.columns ?? names).filter(isSeen),
    filter: view.filter ?? null,
    orderBy: (view.order_by ?? [])
      .filter(({ column }) => isSeen(column))
      .map(({ column, direction }) => ({ column, isDescending: direction === 'desc' })),
    limit: Math.min(view.limit ?? MOST_ROWS, MOST_ROWS),
    totals: Object.fromEntries(Object.entries(view.totals ?? {}).filter(([column]) => isSeen(column))),
  }
}

async function ask(ctx: Context, workbookId: string, sql: string, limit: number, signal: AbortSignal) {
  const { question, opened } = await openQuestion(ctx, workbookId, { sql, params: null, asOf: undefined })
  try {
    const format = { format: 'json', shape: 'arrays' } as const
    const run = { format, pageRows: limit, maxRows: limit, timeoutMs: TIMEOUT_MS, signal }
    const { columns, page, end } = await ctx.sql.query(question, run)
    forgetRows(end)
    const { parts, rest } = await gatherPage(page, MOST_BYTES)
    if (rest) throw pageTooLarge()
    // Safe: written by our own engine, an array for each row.
    return { columns, rows: JSON.parse(Buffer.concat(parts).toString()) as ViewValue[][] }
  } catch (error) {
    throw explainedError(error, opened)
  }
}
