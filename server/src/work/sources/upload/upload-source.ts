import { readTables } from '../../../core/artifacts/read-artifacts.ts'
import { lockWorkbookHead } from '../../../core/audit/workbook-head.store.ts'
import { startJob } from '../../../core/jobs/start-job.ts'
import { type OpenedWorkbook, openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import { refuseIfStorageFull } from '../../../people/billing/plans/refuse-if-storage-full.ts'
import type { Context } from '../../../platform/context.ts'
import { toWireId } from '../../../platform/ids.ts'
import { inTransaction, type Tx } from '../../../platform/postgres.ts'
import { hiddenSources } from '../hidden-sources.ts'
import { type BuiltSource, buildSource } from '../ingest/build-source.ts'
import type { IngestRequest } from '../ingest/ingest-request.ts'
import { landSource } from '../ingest/land-source.ts'
import { openSource } from '../open-source.ts'
import type { Uploaded, Warning } from '../present-source.ts'
import { seeSource } from '../read-sources.ts'
import {
  freeFilename,
  type Provenance,
  type Source,
  type SourceMode,
  type StoredFile,
  type StructuringOptions,
} from '../source.ts'
import { listSourceNames, listSourcesOfContent } from '../sources.store.ts'
import { registerSource } from './land-file.ts'

export type NewUpload = {
  workbookId: string
  file: StoredFile
  mode: SourceMode
  structuring: StructuringOptions
  isAsync: boolean
  provenance: Provenance
}

/** A job has begun, or all is done. */
export type UploadOutcome = { jobId: string; sourceId: string } | Uploaded

/** An upload whose file has been read into tables that nothing names yet. `built` is null where there is nothing to read now. */
export type PreparedUpload = { upload: NewUpload; built: BuiltSource | null }

/** The long part of an upload, before its transaction: reads the file. */
export async function prepareUpload(ctx: Context, upload: NewUpload): Promise<PreparedUpload> {
  const { workbookId, file, mode, isAsync, structuring: wish } = upload
  const workbook = await openWorkbook(ctx, workbookId, 'editor')
  const existing = await findExisting(ctx, workbook, file)
  if (!existing) await refuseIfStorageFull(ctx, workbook.accountId, file.sizeBytes)
  const isReadNow = mode === 'auto' && !isAsync && (!existing || isRetried(existing, upload))
  if (!isReadNow) return { upload, built: null }
  const names = await listSourceNames(ctx.db, workbookId)
  const rowName = freeFilename(file.filename, (taken) => names.has(taken))
  return { upload, built: await buildSource(ctx, { workbook, file, sourceName: file.filename, rowName, wish }) }
}

/**
 * The short part: keeps the file as a source, with the tables made of it. The same bytes again are the same source. Role and
 * existing source are looked at here once more, under the lock: both may have changed while the file was read.
 */
export async function uploadSource(ctx: Context, { upload, built }: PreparedUpload): Promise<UploadOutcome> {
  const { workbookId, file, mode, isAsync } = upload
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    const inTx = { ...ctx, db: tx }
    const workbook = await openWorkbook(inTx, workbookId, 'editor')
    const existing = await findExisting(inTx, workbook, file)
    if (existing && !isRetried(existing, upload)) {
      if (!isAsync || mode !== 'auto') return uploadedFrom(inTx, existing, { isExisting: true })
      const request: IngestRequest = { existing: existing.sourceId }
      const jobId = await startJob(tx, ctx, { kind: 'source.ingest', workbookId, request })
      return { jobId, sourceId: existing.sourceId }
    }

    const registered = existing ?? (await registerSource(tx, ctx, upload))
    const { sourceId } = registered
    if (isAsync && mode === 'auto') return { jobId: await startIngest(tx, ctx, upload, sourceId), sourceId }

    const isRenamed = 'isRenamed' in registered && registered.isRenamed
    const warnings = isRenamed ? [nameExists(file.filename, registered.name)] : []
    const place = { workbookId, name: toWireId('src', sourceId) }
    const source = await openSource(inTx, place, 'editor')
    const isExisting = existing !== undefined
    if (!built) return uploadedFrom(inTx, source, { isExisting, warnings })
    const landed = await landSource(tx, ctx, source, built)
    warnings.push(...warningsOf(built))
    return uploadedFrom(inTx, await openSource(inTx, place, 'editor'), { isExisting, warnings, ...landed })
  })
}

/** The first source of these bytes. One that is closed to the caller is passed over: to return it would confirm a guess. */
export async function findExisting(ctx: Context, workbook: OpenedWorkbook, { sha256 }: StoredFile) {
  const same = await listSourcesOfContent(ctx.db, workbook.workbookId, sha256)
  const hidden = await hiddenSources(ctx, workbook, same)
  return same.find(({ sourceId }) => !hidden.has(sourceId))
}

/** A file that could not be read may be tried again: the reader may have learned. */
const isRetried = ({ status }: Source, { mode }: NewUpload) => status === 'failed' && mode === 'auto'

/** Of the tables that people will read: where others took the place of the sheets, of those. */
export function warningsOf({ sheets, structured, byTemplate }: BuiltSource): Warning[] {
  if (byTemplate)
    return [...byTemplate.spec.warnings, ...byTemplate.parts.flatMap(({ staged }) => staged.report.warnings)]
  const tables = structured.isStructured ? structured.tables : sheets
  const warnings = tables.flatMap(({ staged }) => staged.report.warnings)
  return structured.isStructured ? [...structured.spec.warnings, ...warnings] : warnings
}

function startIngest(tx: Tx, ctx: Context, { workbookId, structuring }: NewUpload, sourceId: string) {
  const request: IngestRequest = { source_id: sourceId, structuring }
  return startJob(tx, ctx, { kind: 'source.ingest', workbookId, request })
}

export type UploadNews = Partial<Omit<Uploaded, 'seen' | 'artifacts'>>

export async function uploadedFrom(
  ctx: Context,
  source: Source,
  { isExisting = false, warnings = [], creditsSpent = 0, jobId = null }: UploadNews,
): Promise<Uploaded> {
  const { seen, tableIds } = await seeSource(ctx, source)
  const tables = await readTables(ctx, source.workbookId, tableIds)
  // What people will read comes before what it was made from.
  const artifacts = tables.toSorted((a, b) => a.artifact.state.localeCompare(b.artifact.state))
  return { seen, artifacts, isExisting, warnings, creditsSpent, jobId }
}

const nameExists = (filename: string, name: string): Warning => ({
  code: 'name_exists',
  message:
    `The workbook has another source named '${filename}', so this one is '${name}'. ` +
    `If it is the next edition of the same file, send it to POST …/sources/${encodeURIComponent(filename)}/revise.`,
  region_id: null,
  column: null,
  count: 1,
})
