import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { startJob } from '../jobs/start-job.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'

export type RecomputeJob = { actor: string | null }

/** Recomputes behind the answer. Returns the id of the job. */
export async function startRecompute(ctx: Context, workbookId: string, actor: string | null): Promise<string> {
  await openWorkbook(ctx, workbookId, 'editor')
  const job: RecomputeJob = { actor }
  return inTransaction(ctx.db, (tx) => startJob(tx, ctx, { kind: 'recompute', workbookId, request: job }))
}
