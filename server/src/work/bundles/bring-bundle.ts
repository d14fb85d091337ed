import { startJob } from '../../core/jobs/start-job.ts'
import { createWorkbook } from '../../core/workbooks/workbooks.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { partsOfFilename, type StoredFile } from '../sources/source.ts'
import { bytesGone } from '../sources/sources.errors.ts'
import { updateSourceObjectKept } from '../sources/sources.store.ts'

/** A job's request, as it is kept. */
export type BringRequest = { object_id: string; sha256: string; title: string | null }

/** The workbook that the bytes were stored for, which does not exist before. */
export type ArrivedBundle = StoredFile & { workbookId: string }

export type NewArrival = { file: ArrivedBundle; title: string | null; workspaceId: string | null }

/** So long the bytes wait for a worker. */
const KEPT_HOURS = 24
const MOST_TITLE_CHARACTERS = 200

/** Makes an empty workbook at once, and fills it behind the answer. */
export async function bringBundle(ctx: Context, { file, title, workspaceId }: NewArrival) {
  const { workbookId, objectId, filename, sha256 } = file
  const provisional = title ?? [...partsOfFilename(filename).stem].slice(0, MOST_TITLE_CHARACTERS).join('')
  return inTransaction(ctx.db, async (tx) => {
    const inTx = { ...ctx, db: tx }
    await createWorkbook(inTx, { workbookId, title: provisional, workspaceId, description: null, language: null })
    if (!(await updateSourceObjectKept(tx, { workbookId, objectId }, KEPT_HOURS))) throw bytesGone()
    const request: BringRequest = { object_id: objectId, sha256, title }
    return { workbookId, jobId: await startJob(tx, ctx, { kind: 'bundle', workbookId, request }) }
  })
}
