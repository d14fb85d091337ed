import { hiddenRows } from '../../core/policies/governance.errors.ts'
import { whilePoliciesHold } from '../../core/policies/while-policies-hold.ts'
import { pageTooLarge } from '../../core/queries/queries.errors.ts'
import { runQuery } from '../../core/queries/run-query.ts'
import { explainedError, openQuestion, type SqlRequest, tablesUsed } from '../../core/queries/sql-question.ts'
import type { OpenedTable } from '../../core/reading/open-readable-table.ts'
import type { CitingCheck, CitingStatement } from '../../engine/reading/sql-question.ts'
import type { Context } from '../../platform/context.ts'
import type { CitedAnswer, CitedOutput, CitedSet } from './citation.ts'
import { citeOpened } from './cite-table.ts'
import { madeFrom } from './made-from.ts'

export type AnswerRequest = SqlRequest & { limit: number; timeoutMs: number }

/** How often a table may change between its answer and its citations. */
const MOST_TRIES = 3

/** Runs a SELECT, and answers with the cells that each of its first rows was made from. */
export async function citeQuery(
  ctx: Context,
  workbookId: string,
  asked: AnswerRequest,
  gone: AbortSignal,
): Promise<CitedAnswer> {
  for (let tries = 1; ; tries++) {
    const answer = await whilePoliciesHold(ctx, workbookId, () => citeOnce(ctx, workbookId, asked, gone))
    if (answer.not !== 'changing' || tries === MOST_TRIES) return answer
  }
}

async function citeOnce(ctx: Context, workbookId: string, asked: AnswerRequest, gone: AbortSignal) {
  const { question, opened } = await openQuestion(ctx, workbookId, asked)
  const check = await ctx.sql.citing(question).catch((error: unknown): Promise<CitingCheck> => {
    throw explainedError(error, opened)
  })
  const tables = tablesUsed(opened, check.tables)
  // Places in a file tell how many rows stand before and between.
  if (tables.some(({ rowAccess }) => rowAccess !== 'all')) throw hiddenRows(workbookId)
  const [table] = tables
  const { policyEpoch } = opened
  const from = await madeFrom(ctx, workbookId, tables)
  const not = 'not' in check.citing ? check.citing.not : table?.layer === 'derived' ? ('derived' as const) : null
  const sql = not === null && 'sql' in check.citing ? check.citing.sql : asked.sql
  const format = { format: 'json', shape: 'arrays' } as const
  const run = { ...asked, sql, format, maxRows: asked.limit }
  const answered = await runQuery(ctx, workbookId, run, gone)
  // JSON is never streamed.
  if ('stream' in answered) throw pageTooLarge()
  // Safe: asked for as arrays.
  const rows = JSON.parse(Buffer.concat(answered.parts).toString()) as unknown[][]
  const { columns, tables: read } = answered.result
  const plain = { ...from, policyEpoch, columns }
  if ('not' in check.citing || not !== null || !table)
    return { ...plain, not: not ?? ('other' as const), rows: rows.map((values) => uncited(values)) }
  const isSame = read.every(({ editVersion }) => editVersion === table.editVersion)
  const shown = { ...plain, columns: columns.slice(0, check.citing.columns.length) }
  const cited = isSame ? await citeRows(ctx, table, check.citing, rows, shown.columns) : null
  return cited ? { ...shown, not: null, rows: cited } : { ...shown, not: 'changing' as const, rows: [] }
}

const uncited = (values: readonly unknown[]) => ({ values, rows: 0, citedRows: 0, columns: [] })

/** Null when the table has changed since the answer. */
async function citeRows(
  ctx: Context,
  table: OpenedTable,
  { columns, isGrouped }: CitingStatement,
  rows: readonly (readonly unknown[])[],
  named: CitedAnswer['columns'],
): Promise<CitedAnswer['rows'] | null> {
  const width = columns.length
  const visible = new Set(table.table.columns.map(({ name }) => name))
  const names = [...new Set(columns.flatMap(({ from }) => from))].filter((name) => visible.has(name))
  // Safe: the last columns of the statement that cites are the ids, and grouped their number behind them.
  const idsOf = (row: readonly unknown[]) => (isGrouped ? ((row[width] ?? []) as number[]) : [row[width] as number])
  const sets = rows.map((row) => ({ rowIds: idsOf(row), columns: names }))
  const cited = await citeOpened(ctx, table, { columns: names, rowIds: [], sets })
  if (cited.readVersion > table.editVersion) return null
  return rows.map((row, n) => {
    const set: CitedSet = cited.sets[n] ?? { rows: 0, citedRows: 0, columns: [] }
    const outputs = columns.map(
      ({ from, isValue }, at): CitedOutput => ({
        name: named[at]?.name ?? '',
        isValue,
        from: set.columns.filter(({ column }) => from.includes(column)),
      }),
    )
    return {
      values: row.slice(0, width),
      rows: isGrouped ? Number(row[width + 1]) : 1,
      citedRows: set.citedRows,
      columns: outputs,
    }
  })
}
