import { lockWorkbookHead } from '../../core/audit/workbook-head.store.ts'
import { openWorkbook } from '../../core/workbooks/open-workbook.ts'
import type { Context } from '../../platform/context.ts'
import { newId, toWireId } from '../../platform/ids.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { type BuiltSource, buildSource } from '../sources/ingest/build-source.ts'
import { landSource } from '../sources/ingest/land-source.ts'
import { type PreparedRevision, prepareRevision, reviseSource } from '../sources/ingest/revise-source.ts'
import type { LandingOptions } from '../sources/landing/landing-versions.ts'
import { openReadSource, openSource } from '../sources/open-source.ts'
import type { Source } from '../sources/source.ts'
import { findSource } from '../sources/sources.store.ts'
import { registerSource } from '../sources/upload/land-file.ts'
import { withLoader } from '../sources/with-loader.ts'
import {
  type Edition,
  type ExistingRule,
  type FileLink,
  isSameFile,
  type Tracked,
  UNKNOWN_CHANGE,
} from './file-link.ts'
import { alreadyTracked, sourceExists } from './file-links.errors.ts'
import { findTracking, insertFileLink } from './file-links.store.ts'
import { cutVersion } from './push-version.ts'

export type Tracking = {
  workbookId: string
  /** Of the link, and of the source that it feeds. */
  name: string
  edition: Edition
  tracked: Tracked
  onExisting: ExistingRule
  wish: LandingOptions
}

/**
 * What tracking comes to: a new source; or one that is there, whose copy is version 1 while the file, where it differs,
 * is version 2; or one whose copy gives way to the file.
 */
export type PreparedTracking =
  | { kind: 'new'; built: BuiltSource }
  | { kind: 'seed'; revision: PreparedRevision | null }
  | { kind: 'replace'; revision: PreparedRevision }

/** Reads the file as what it will be. Nothing names the result yet. */
export async function prepareTracking(ctx: Context, tracking: Tracking): Promise<PreparedTracking> {
  const { workbookId, name, edition, onExisting, wish } = tracking
  const workbook = await openWorkbook(ctx, workbookId, 'editor')
  const source = await findSource(ctx.db, workbookId, name, null)
  await refuseIfTracked(ctx, tracking, source)
  const file = { ...edition.file, filename: name }
  if (!source) return { kind: 'new', built: await buildSource(ctx, { workbook, file, sourceName: name, wish: 'auto' }) }
  if (onExisting === 'refuse') throw sourceExists(name, '')
  // Before the bytes are compared: that they are the same would confirm a guess.
  await openReadSource(ctx, placeOf(source), 'editor')
  const revise = () =>
    prepareRevision(ctx, openReadSource, { workbookId, name: toWireId('src', source.sourceId) }, file, wish)
  if (onExisting === 'replace') return { kind: 'replace', revision: await revise() }
  if (source.sha256 === file.sha256) return { kind: 'seed', revision: null }
  if (onExisting === 'auto') await refuseIfUnlike(ctx, source, file)
  return { kind: 'seed', revision: await revise() }
}

/** Tracks the file from now on. */
export async function trackFile(ctx: Context, tracking: Tracking, prepared: PreparedTracking): Promise<FileLink> {
  const { workbookId, name, tracked } = tracking
  await openWorkbook(ctx, workbookId, 'editor')
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    const existing = await findSource(tx, workbookId, name, null)
    await refuseIfTracked({ db: tx }, tracking, existing)
    if (existing && prepared.kind === 'new') throw sourceExists(name, ', which came while this file was being read')
    const linkId = newId()
    const { sourceId, revision } = await fedSource(tx, ctx, tracking, { prepared, existing, linkId })
    const link = { workbookId, linkId, name, sourceId }
    await insertFileLink(tx, { ...link, ...tracked, createdBy: ctx.caller.userId })
    const { file, ...modified } = tracking.edition
    if (prepared.kind !== 'seed') return cutVersion(tx, ctx, link, { n: 1, kind: 'link', revision, ...modified })
    const isSame = prepared.revision === null
    const first = { n: 1, kind: 'link', revision, ...(isSame ? modified : UNKNOWN_CHANGE) } as const
    const seeded = await cutVersion(tx, ctx, link, first)
    if (prepared.revision === null) return seeded
    const { seen } = await reviseSource(
      { ...ctx, db: tx },
      openReadSource,
      placeOf(link),
      fileAs(name, file),
      prepared.revision,
      tracking.wish,
    )
    return cutVersion(tx, ctx, link, { n: 2, kind: 'sync', revision: seen.source.revision, ...modified })
  })
}

type Found = { prepared: PreparedTracking; existing: Source | undefined; linkId: string }

/** The source whose newest revision is version 1. */
async function fedSource(tx: Tx, ctx: Context, tracking: Tracking, { prepared, existing, linkId }: Found) {
  const { workbookId, name, edition, tracked } = tracking
  const file = fileAs(name, edition.file)
  if (existing && prepared.kind === 'replace') {
    const { seen } = await reviseSource(
      { ...ctx, db: tx },
      openReadSource,
      placeOf(existing),
      file,
      prepared.revision,
      tracking.wish,
    )
    return seen.source
  }
  if (prepared.kind !== 'new') return openReadSource({ ...ctx, db: tx }, { workbookId, name }, 'editor')
  const provenance = { kind: 'file_link', provider: tracked.provider, ref: toWireId('fl', linkId) } as const
  const { sourceId } = await registerSource(tx, ctx, { workbookId, file, mode: 'auto', provenance })
  const source = await openSource({ ...ctx, db: tx }, placeOf({ workbookId, sourceId }), 'editor')
  await landSource(tx, ctx, source, prepared.built)
  return source
}

/** It is known by the name that it is tracked under, whatever it is called elsewhere. */
const fileAs = (filename: string, file: Edition['file']) => ({ ...file, filename })

const placeOf = ({ workbookId, sourceId }: Pick<Source, 'workbookId' | 'sourceId'>) => ({
  workbookId,
  name: toWireId('src', sourceId),
})

async function refuseIfTracked({ db }: Pick<Context, 'db'>, tracking: Tracking, source: Source | undefined) {
  const { workbookId, tracked } = tracking
  const linkId = await findTracking(db, workbookId, { sourceId: source?.sourceId ?? null, ...tracked })
  if (linkId) throw alreadyTracked(linkId)
}

/** Without a sheet in common the two are different files of one name. */
async function refuseIfUnlike(ctx: Context, source: Source, file: Edition['file']) {
  const { workbookId, name } = source
  const sheetsOf = (one: Edition['file']) =>
    withLoader(ctx, workbookId, fileAs(name, one), null, async (_, { sheets }) => sheets.map((sheet) => sheet.name))
  if (!isSameFile(await sheetsOf(source), await sheetsOf(file)))
    throw sourceExists(name, ', and no sheet of it is in this file')
}
