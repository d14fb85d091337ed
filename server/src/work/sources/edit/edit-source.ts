import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { EditedFile } from '@bindery-data/spreadsheet/edits/edit-file.ts'
import type { EditRefusal, FileEdit, RowEdit } from '@bindery-data/spreadsheet/edits/file-edit.ts'
import type { EditAnswer, Loader } from '../../../engine/loader/load-request.ts'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { bytesOfFile } from '../download-source.ts'
import { type PreparedRevision, prepareRevision, reviseSource } from '../ingest/revise-source.ts'
import { NOTHING_OVERWRITTEN } from '../landing/keep-overwritten.ts'
import type { LandingOptions } from '../landing/landing-versions.ts'
import type { Materialized } from '../materialize/materialized.ts'
import { openRawSource, type SourcePlace } from '../open-source.ts'
import { dialectIn } from '../parse-spec/dialect-hints.ts'
import type { VisibleSource } from '../present-source.ts'
import { seeSource } from '../read-sources.ts'
import type { Source, StoredFile } from '../source.ts'
import { editionConflict, invalidFields } from '../sources.errors.ts'
import { findRevision } from '../sources.store.ts'
import { landFile } from '../upload/land-file.ts'
import { withLoader } from '../with-loader.ts'

/** What is to change in a file: rows first, then cells where they are then. */
export type FileChange = { edits: readonly FileEdit[]; rows: readonly RowEdit[] }

/** Edits, or the number of an edition that comes back. */
export type SourceEdit = {
  /** Asked for when the source is open: what is not there is not found, whatever was wanted of it. */
  changeOf: () => FileChange | { restore: number }
  expectedRevision: number | null
  isDryRun: boolean
  landing: LandingOptions
}

/** `isWhole`: every cell that is another is counted. */
export type EditReport = EditedFile & { isWhole: boolean }

/** `next` is left out where nothing is to be written. */
export type PreparedEdit = {
  source: Source
  report: EditReport
  next: { file: StoredFile; revision: PreparedRevision; wish: LandingOptions } | null
}

export type EditedSource = {
  seen: VisibleSource
  revision: number
  report: EditReport
  tables: readonly string[]
} & Pick<Materialized, 'overwritten' | 'opId'>

/** Makes the next edition of a file, which nothing names yet, and reads it as the last one was. */
export async function prepareEdit(ctx: Context, place: SourcePlace, wish: SourceEdit): Promise<PreparedEdit> {
  const { changeOf, expectedRevision, isDryRun, landing } = wish
  const source = await openRawSource(ctx, place, 'editor')
  const change = changeOf()
  if (expectedRevision !== null && expectedRevision !== source.revision)
    throw editionConflict(source.name, expectedRevision, source.revision)
  const { report, file } =
    'restore' in change
      ? await takeBack(ctx, source, change.restore, isDryRun)
      : await editedFile(ctx, source, change, isDryRun)
  if (!file || file.sha256 === source.sha256) return { source, report, next: null }
  const revision = await prepareRevision(ctx, openRawSource, place, file, landing)
  return { source, report, next: { file, revision, wish: landing } }
}

/** Keeps the edition that was made; where another came meanwhile, it refuses. */
export async function editSource(ctx: Context, place: SourcePlace, prepared: PreparedEdit): Promise<EditedSource> {
  const { source, report, next } = prepared
  if (!next) {
    const { seen } = await seeSource(ctx, await openRawSource(ctx, place, 'editor'))
    return { seen, revision: source.revision, report, tables: [], overwritten: NOTHING_OVERWRITTEN, opId: null }
  }
  const revised = await reviseSource(ctx, openRawSource, place, next.file, next.revision, {
    madeFrom: source.revision,
    onViolation: 'reject',
    ...next.wish,
  })
  const { seen, artifacts, overwritten, opId } = revised
  const tables = artifacts.map(({ artifact }) => artifact.name)
  return { seen, revision: source.revision + 1, report, tables, overwritten, opId }
}

async function editedFile(ctx: Context, source: Source, change: FileChange, isDryRun: boolean) {
  return withLoader(ctx, source.workbookId, source, source.spec && dialectIn(source.spec), async (loader) => {
    const { edited, files } = await askForEdit(loader, change, { isKept: !isDryRun, member: 'edits' })
    const [made] = edited.cellCount > 0 || edited.rows.length > 0 ? files : []
    const { filename, contentType } = source
    const bytes = () => createReadStream(join(loader.folder, made?.file ?? ''))
    const file = made ? await landFile(ctx, source.workbookId, { bytes: bytes(), filename, contentType }) : null
    return { report: { ...edited, isWhole: true }, file }
  })
}

/** What the edits make of the file; an edit that cannot be made is the caller's. */
export async function askForEdit(
  loader: Loader,
  { edits, rows }: FileChange,
  { isKept, isQuestion = false, member }: { isKept: boolean; isQuestion?: boolean; member: string },
) {
  const answer: EditAnswer = await loader.ask({ kind: 'edit', edits, rows, isKept, isQuestion })
  if (answer.refusal) throw refusedEdit(member, answer.refusal)
  return answer
}

const refusedEdit = (list: string, { edit, isOfRows, member, code, message, allowed }: EditRefusal) =>
  invalidFields([
    { loc: ['body', isOfRows ? 'rows' : list, edit, member], code, message, ...(allowed ? { allowed } : {}) },
  ])

/** The bytes of an older edition become the next one. */
async function takeBack(ctx: Context, source: Source, revision: number, isDryRun: boolean) {
  const old = await findRevision(ctx.db, source, revision)
  if (!old) throw notFound('revision', String(revision))
  const hints = source.spec && dialectIn(source.spec)
  const compare = async (loader: Loader) => loader.ask({ kind: 'compare-cells' })
  const compared = await withLoader(ctx, source.workbookId, source, hints, compare, old)
  const report = { ...compared, left: [], leftCount: 0, rows: [] }
  if (isDryRun) return { report, file: null }
  const { filename, contentType } = old
  const bytes = await bytesOfFile(ctx, source.workbookId, old)
  return { report, file: await landFile(ctx, source.workbookId, { bytes, filename, contentType }) }
}
