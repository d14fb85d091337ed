import { lockWorkbookHead } from '../../../core/audit/workbook-head.store.ts'
import { describeError, type JobContext, type JobHandler } from '../../../core/jobs/job.ts'
import { openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import { ServiceError } from '../../../platform/errors.ts'
import { toWireId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { openSource } from '../open-source.ts'
import { analyzeSource } from '../parse-spec/analyze-source.ts'
import { recordFailure } from '../parse-spec/record-failure.ts'
import { presentFile } from '../present-source.ts'
import { seeSource } from '../read-sources.ts'
import type { StructuringOptions } from '../source.ts'
import { uniteFiles } from '../unite/unite-files.ts'
import { buildSource } from './build-source.ts'
import type { FilesRequest } from './ingest-request.ts'
import { landSource } from './land-source.ts'

/** Reads sources that came together, one after the other. One that cannot be read keeps no other from being read. */
export const ingestFilesJob: JobHandler = async (ctx, request) => {
  // Safe: ingestJobOf chose this job.
  const { files, existing, structuring } = request as FilesRequest
  const outcomes: ReturnType<typeof presentFile>[] = []
  for (const [done, sourceId] of files.entries()) {
    ctx.signal.throwIfAborted()
    ctx.report({ phase: 'files', done, total: files.length })
    await ingestFile(ctx, sourceId, structuring)
  }
  // What users have decided about files that were here before stays.
  const arrived = files.filter((sourceId) => !existing.includes(sourceId))
  if (arrived.length > 1 && structuring === 'auto') await uniteFiles(ctx, arrived)
  for (const sourceId of files) {
    const source = await openSource(ctx, placeOf(ctx, sourceId), 'editor')
    outcomes.push(presentFile((await seeSource(ctx, source)).seen, existing.includes(sourceId)))
  }
  return { files: outcomes }
}

const placeOf = ({ job }: JobContext, sourceId: string) => ({
  workbookId: job.workbookId,
  name: toWireId('src', sourceId),
})

/** Two uploads may begin the table of a template at once; the later one is read again, into the table of the first. */
const MOST_TRIES = 3

async function ingestFile(ctx: JobContext, sourceId: string, wish: StructuringOptions) {
  const place = placeOf(ctx, sourceId)
  for (let attempt = 1; ; attempt++) {
    try {
      await readOnce(ctx, sourceId, wish)
      return
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      if (error.kind === 'conflict' && attempt < MOST_TRIES) continue
      if (!describeError(error).isFinal) throw error
      await recordFailure(ctx, await openSource(ctx, place, 'editor'), error, ctx.refuseIfLost)
      return
    }
  }
}

/** What an earlier attempt of the job has read stays as it is. */
async function readOnce(ctx: JobContext, sourceId: string, wish: StructuringOptions) {
  const place = placeOf(ctx, sourceId)
  const source = await openSource(ctx, place, 'editor')
  if (source.status === 'materialized' || source.status === 'analyzed') return
  const workbook = await openWorkbook(ctx, place.workbookId, 'editor')
  const building = { workbook, file: source, sourceName: source.name, wish, holdsNearly: true }
  const built = await buildSource(ctx, building)
  if (built.held) {
    await analyzeSource(ctx, place, built.held, { keepsOverrides: false })
    return
  }
  await inTransaction(ctx.db, async (tx) => {
    await ctx.refuseIfLost(tx)
    await lockWorkbookHead(tx, place.workbookId)
    await landSource(tx, ctx, source, built)
  })
}
