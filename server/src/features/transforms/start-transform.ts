import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { startJob } from '../jobs/start-job.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { refuseIfOff } from './compute-output.ts'
import { openTransform, type TransformPlace } from './open-transform.ts'
import type { TransformRequest } from './prepare-transform.ts'
import { refuseIfUnbound } from './transform.ts'

/** What a job of transforms is asked: to put one there, or to run one. */
export type TransformJob = { request: TransformRequest } | { run: { name: string; actor: string | null } }

/** Makes a transform behind the answer. Returns the id of the job. */
export async function startTransform(ctx: Context, workbookId: string, request: TransformRequest): Promise<string> {
  await openWorkbook(ctx, workbookId, 'editor')
  await refuseIfOff(ctx, request.language)
  refuseIfUnbound(request.code, Object.keys(request.args), request.language)
  const job: TransformJob = { request }
  return inTransaction(ctx.db, (tx) => startJob(tx, ctx, { kind: 'transform', workbookId, request: job }))
}

/** Runs a transform behind the answer. */
export async function startRun(ctx: Context, place: TransformPlace, actor: string | null): Promise<string> {
  const { workbookId, name } = place
  await openTransform(ctx, place, 'editor')
  const job: TransformJob = { run: { name, actor } }
  return inTransaction(ctx.db, (tx) => startJob(tx, ctx, { kind: 'transform', workbookId, request: job }))
}
