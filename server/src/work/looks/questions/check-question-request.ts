import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import { sqlRefused } from '../../../core/queries/queries.errors.ts'
import { validateQuery } from '../../../core/queries/validate-query.ts'
import { openReadableTable } from '../../../core/reading/open-readable-table.ts'
import { openTablesById } from '../../../core/reading/open-readable-tables.ts'
import { isAnythingHidden } from '../../../core/reading/refuse-if-hidden.ts'
import { type OpenedWorkbook, openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import type { Context } from '../../../platform/context.ts'
import type { SentSummary } from '../summaries/summary.schema.ts'
import { keptSummary, summaryStatement } from '../summaries/summary.ts'
import type { Question } from './question.ts'
import { notAnswerable } from './questions.errors.ts'

declare const checked: unique symbol

/** What a question asks, which its writer could ask themselves. Only the check below gives it out. */
export type CheckedRequest = Pick<Question, 'tableId' | 'document'> & { readonly [checked]: true }

/** What is asked, as a caller writes it: one of the two. */
export type QuestionRequest = { sql: string | null; summary: SentSummary | null }

/** Undefined where nothing is asked. The engine looks at SQL, so this comes before a transaction. */
export async function checkQuestionRequest(
  ctx: Context,
  workbookId: string,
  asked: QuestionRequest,
): Promise<CheckedRequest | undefined> {
  const { sql, summary } = asked
  await openWorkbook(ctx, workbookId, 'editor')
  if (sql !== null && summary !== null) throw invalidField(['body', 'sql'], 'oneOf', 'must not stand beside a summary')
  // Safe: the mark is a promise, not a member.
  if (sql !== null) {
    const document = { kind: 'sql', sql } as const
    await refuseIfNotAnswerable(ctx, workbookId, { tableId: null, document })
    return { tableId: null, document } as CheckedRequest
  }
  if (summary === null) return undefined
  const { artifactId, table } = await openReadableTable(ctx, workbookId, summary.table, {
    role: 'editor',
    rows: 'filtered',
  })
  const kept = keptSummary(table.columns, summary)
  return { tableId: artifactId, document: { kind: 'summary', summary: kept } } as CheckedRequest
}

/** The only check of what writers put before others: it must be answerable for them, under their policies. */
export async function refuseIfNotAnswerable(
  ctx: Context,
  workbookId: string,
  { tableId, document }: Pick<Question, 'tableId' | 'document'>,
) {
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  if (document.kind === 'summary') {
    const opened = await tableAskedFor(ctx, workbook, { tableId })
    if (!opened || !summaryStatement(opened.table, document.summary)) throw notAnswerable()
    return
  }
  const found = await validateQuery(ctx, workbookId, { sql: document.sql, params: null, asOf: undefined })
  if (!('problem' in found)) return
  // What is wrong with SQL quotes it, and so what the caller may not know.
  throw (await isAnythingHidden(ctx, workbook)) ? notAnswerable() : sqlRefused(found.problem)
}

/** Of a summary: its table, as far as the caller sees its rows; undefined where it is gone, or closed to them. */
export async function tableAskedFor(ctx: Context, workbook: OpenedWorkbook, { tableId }: Pick<Question, 'tableId'>) {
  const [opened] = tableId === null ? [] : await openTablesById(ctx, workbook, [tableId], { rows: 'filtered' })
  return opened
}
