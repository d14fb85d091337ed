import { lockWorkbookHead } from '../../../core/audit/workbook-head.store.ts'
import type { JobContext } from '../../../core/jobs/job.ts'
import { openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import { newId, toWireId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { NEW_TABLES } from '../materialize/materialize-request.ts'
import { materializeSource } from '../materialize/materialize-source.ts'
import { prepareMaterialize } from '../materialize/prepare-materialize.ts'
import { openSource } from '../open-source.ts'
import { dialectIn } from '../parse-spec/dialect-hints.ts'
import { insertUndo } from '../parse-spec/operations/spec-undo.store.ts'
import type { Source } from '../source.ts'
import { updateSource } from '../sources.store.ts'
import { sharedTables, unionOfFiles } from '../templates/shared-tables.ts'
import { withLoader } from '../with-loader.ts'
import { type FileToUnite, unitedFiles } from './united-files.ts'

/**
 * Files that came together and are parts of one table become one; where that is not sure, each of them asks. What is decided is
 * kept for all files at once, so that a job that runs again goes on with the files that are not in the table yet.
 */
export async function uniteFiles(ctx: JobContext, sourceIds: readonly string[]) {
  const { workbookId } = ctx.job
  await decide(ctx, sourceIds)
  for (const sourceId of sourceIds) {
    ctx.signal.throwIfAborted()
    const place = { workbookId, name: toWireId('src', sourceId) }
    const { spec } = await openSource(ctx, place, 'editor')
    if (!spec || !unionOfFiles(spec) || spec.files_made_of !== undefined) continue
    await materializeSource(ctx, place, NEW_TABLES, await prepareMaterialize(ctx, place, NEW_TABLES))
  }
}

async function decide(ctx: JobContext, sourceIds: readonly string[]) {
  const { workbookId } = ctx.job
  const { title } = await openWorkbook(ctx, workbookId, 'editor')
  const sources = new Map<string, Source>()
  const files: FileToUnite[] = []
  for (const sourceId of sourceIds) {
    ctx.signal.throwIfAborted()
    const id = toWireId('src', sourceId)
    const source = await openSource(ctx, { workbookId, name: id }, 'editor')
    sources.set(id, source)
    const file = await sketchOf(ctx, source)
    if (file) files.push({ ...file, id })
  }
  const united = unitedFiles(files, newId, title)
  if (united.length === 0) return
  await inTransaction(ctx.db, async (tx) => {
    await ctx.refuseIfLost(tx)
    await lockWorkbookHead(tx, workbookId)
    for (const { id, spec } of united) {
      const source = sources.get(id)
      if (!source?.spec) continue
      await insertUndo(tx, source, source.spec)
      await updateSource(tx, source, { spec: { ...spec, revision: source.spec.revision + 1 } })
    }
  })
}

/** Null: the file has several tables, or its rows are with others already. */
async function sketchOf(ctx: JobContext, source: Source): Promise<Omit<FileToUnite, 'id'> | null> {
  const { spec, status, workbookId, filename: name } = source
  if (!spec || status !== 'materialized' || sharedTables(spec)) return null
  const sketch = await withLoader(ctx, workbookId, source, dialectIn(spec), (loader) =>
    loader.ask({ kind: 'sketch', spec }),
  )
  return sketch && { name, spec, sketch }
}
