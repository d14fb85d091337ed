import { type AnsweredQuery, runQuery } from '../../../core/queries/run-query.ts'
import { openReadableTable } from '../../../core/reading/open-readable-table.ts'
import type { Context } from '../../../platform/context.ts'
import { assertState } from '../../../platform/errors.ts'
import type { SentSummary } from './summary.schema.ts'
import { keptSummary, summaryStatement } from './summary.ts'

const MOST_GROUPS = 5_000
const TIMEOUT_MS = 30_000

/** How many rows a summary answers with at most, and how long it may take. */
export const SUMMARY_BOUNDS = {
  limit: MOST_GROUPS,
  maxRows: MOST_GROUPS,
  timeoutMs: TIMEOUT_MS,
  asOf: undefined,
} as const

/** Groups and measures the rows of a table, as its caller may see them. */
export async function runSummary(
  ctx: Context,
  workbookId: string,
  sent: SentSummary,
  shape: 'objects' | 'arrays',
  gone: AbortSignal,
): Promise<AnsweredQuery> {
  const { table } = await openReadableTable(ctx, workbookId, sent.table, { role: 'viewer', rows: 'filtered' })
  const statement = summaryStatement(table, keptSummary(table.columns, sent))
  assertState(statement, 'a summary of columns that were just found')
  const asked = { sql: statement.sql, params: statement.parameters, format: { format: 'json', shape } } as const
  return runQuery(ctx, workbookId, { ...asked, ...SUMMARY_BOUNDS }, gone)
}
