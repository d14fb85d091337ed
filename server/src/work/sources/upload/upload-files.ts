import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { FileRefused } from '@bindery-data/spreadsheet/errors.ts'
import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import { lockWorkbookHead } from '../../../core/audit/workbook-head.store.ts'
import { startJob } from '../../../core/jobs/start-job.ts'
import { openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import { SOURCE_FILE } from '../../../engine/loader/load-request.ts'
import { refuseIfStorageFull } from '../../../people/billing/plans/refuse-if-storage-full.ts'
import type { Context } from '../../../platform/context.ts'
import { assertState } from '../../../platform/errors.ts'
import { toWireId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import type { FilesRequest } from '../ingest/ingest-request.ts'
import { openSource } from '../open-source.ts'
import type { VisibleSource } from '../present-source.ts'
import { seeSource } from '../read-sources.ts'
import { type SourceMode, type StoredFile, type StructuringOptions, sourceObjectName } from '../source.ts'
import { fileRefused } from '../sources.errors.ts'
import { landFile, registerSource } from './land-file.ts'
import { findExisting } from './upload-source.ts'

/** So many files come in one request, or in one zip file. */
export const MOST_FILES = 200

const ARCHIVE = /\.zip$/i

/** Whether a form brought several files, or one that holds several. */
export const isOfSeveral = (named: readonly string[] | undefined, files: readonly StoredFile[]) =>
  named !== undefined || files.length > 1 || files.some(({ filename }) => ARCHIVE.test(filename))

export function onlyFile([file]: readonly StoredFile[]): StoredFile {
  if (!file) throw invalidField(['body', 'file'], 'required', 'is required')
  return file
}

export type FilesUpload = {
  workbookId: string
  files: readonly StoredFile[]
  mode: SourceMode
  structuring: StructuringOptions
}

/** Takes the spreadsheets out of zip files. Each becomes a file of its own, which nothing names yet. */
export async function prepareFiles(ctx: Context, upload: FilesUpload): Promise<FilesUpload> {
  const workbook = await openWorkbook(ctx, upload.workbookId, 'editor')
  const sizeBytes = upload.files.reduce((sum, file) => sum + file.sizeBytes, 0)
  await refuseIfStorageFull(ctx, workbook.accountId, sizeBytes)
  const files: StoredFile[] = []
  for (const file of upload.files)
    files.push(...(ARCHIVE.test(file.filename) ? await unpacked(ctx, upload.workbookId, file) : [file]))
  if (files.length === 0) throw fileRefused('unsupported', 'The archive holds no spreadsheet.')
  if (files.length > MOST_FILES) throw fileRefused('too_large', `These are more than ${MOST_FILES} files.`)
  return { ...upload, files }
}

/** An archive is opened where every file is: in a loader, which is trusted with nothing. */
async function unpacked(ctx: Context, workbookId: string, archive: StoredFile): Promise<StoredFile[]> {
  const lay = async (path: string) => {
    const isThere = await ctx.blobs.copyTo(sourceObjectName(workbookId, archive.objectId), path)
    assertState(isThere, 'the archive has just been stored')
  }
  const limits = { files: MOST_FILES, bytes: ctx.settings.files.uploadBytes }
  try {
    return await ctx.load(
      lay,
      async (loader) => {
        const found = await loader.ask({ kind: 'unpack-files', file: SOURCE_FILE, limits })
        const landed: StoredFile[] = []
        for (const { name, file } of found) {
          const bytes = createReadStream(join(loader.folder, file))
          landed.push(await landFile(ctx, workbookId, { bytes, filename: name, contentType: '' }))
        }
        return landed
      },
      ctx.caller.accountId,
    )
  } catch (error) {
    throw error instanceof FileRefused ? fileRefused(error.problem, error.message) : error
  }
}

/** The job that reads them; or the files, where they are only kept. */
export type FilesKept = { jobId: string } | { seen: VisibleSource[] }

/** Keeps the files as sources, and has them read by one job. The same bytes again are the same source. */
export async function uploadFiles(ctx: Context, upload: FilesUpload): Promise<FilesKept> {
  const { workbookId, files, mode, structuring } = upload
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    const inTx = { ...ctx, db: tx }
    const workbook = await openWorkbook(inTx, workbookId, 'editor')
    const provenance = { kind: 'upload', provider: null, ref: null } as const
    const [sourceIds, existing]: [string[], string[]] = [[], []]
    for (const file of files) {
      const known = await findExisting(inTx, workbook, file)
      const { sourceId } = known ?? (await registerSource(tx, ctx, { workbookId, file, mode, provenance }))
      if (!sourceIds.includes(sourceId)) sourceIds.push(sourceId)
      if (known && known.status === 'materialized') existing.push(sourceId)
    }
    if (mode === 'staged') return { seen: await visibleOf(inTx, workbookId, sourceIds) }
    const request: FilesRequest = { files: sourceIds, existing, structuring }
    return { jobId: await startJob(tx, ctx, { kind: 'source.ingest', workbookId, request }) }
  })
}

async function visibleOf(ctx: Context, workbookId: string, sourceIds: readonly string[]): Promise<VisibleSource[]> {
  const seen: VisibleSource[] = []
  for (const sourceId of sourceIds) {
    const source = await openSource(ctx, { workbookId, name: toWireId('src', sourceId) }, 'editor')
    seen.push((await seeSource(ctx, source)).seen)
  }
  return seen
}
