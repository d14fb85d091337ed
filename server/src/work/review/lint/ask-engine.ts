import { gatherPage } from '../../../core/queries/gather-page.ts'
import { forgetRows } from '../../../core/queries/keep-result.ts'
import { SqlRefused } from '../../../engine/reading/sql-question.ts'
import type { ReadableTable } from '../../../engine/table/readable-table.ts'
import type { Context } from '../../../platform/context.ts'

export type AnswerRow = Readonly<Record<string, unknown>>

/** Asks the engine of a workbook; nothing of what it answers is kept. */
export type Ask = (sql: string, mostRows: number) => Promise<AnswerRow[]>

export type Asking = { workbookId: string; tables: readonly ReadableTable[]; endsAt: number; signal?: AbortSignal }

/** The time that was given is over. */
export class ReviewLate extends Error {}

const MOST_STATEMENT_MS = 120_000
const MOST_BYTES = 16 * 1024 * 1024

/** Statements go to the engine as anybody's do: read-only, through the gate, over what the caller may see. */
export function askThrough({ sql: engine }: Context, { workbookId, tables, endsAt, signal }: Asking): Ask {
  return async (sql, mostRows) => {
    const leftMs = endsAt - performance.now()
    if (leftMs <= 0) throw new ReviewLate()
    const answer = await engine.query(
      { workbookId, editSeq: tables[0]?.editSeq ?? 0, tables, snapshotId: null, sql, parameters: [] },
      {
        format: { format: 'json', shape: 'objects' },
        pageRows: mostRows,
        maxRows: mostRows,
        timeoutMs: Math.ceil(Math.min(leftMs, MOST_STATEMENT_MS)),
        ...(signal ? { signal } : {}),
      },
    )
    forgetRows(answer.end)
    const { parts, rest } = await gatherPage(answer.page, MOST_BYTES)
    await rest?.return?.()
    if (rest) throw new SqlRefused({ code: 'invalid_sql', message: 'too much to look at', line: null, column: null })
    return JSON.parse(Buffer.concat(parts).toString())
  }
}
