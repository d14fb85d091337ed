import type { VisibleArtifact } from '../../core/artifacts/read-artifacts.ts'
import { appendAuditEntry } from '../../core/audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../../core/audit/workbook-head.store.ts'
import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { commitState } from '../snapshots/commit-snapshot.ts'
import { type PreparedRevision, prepareRevision, reviseSource } from '../sources/ingest/revise-source.ts'
import { NOTHING_OVERWRITTEN } from '../sources/landing/keep-overwritten.ts'
import type { LandingOptions } from '../sources/landing/landing-versions.ts'
import type { Materialized } from '../sources/materialize/materialized.ts'
import { openReadSource } from '../sources/open-source.ts'
import { NOTHING_SETTLED, type Settled } from '../sources/quarantine/settle-ingest.ts'
import type { StoredFile } from '../sources/source.ts'
import type { Edition, FileLink, LinkPlace, LinkVersion, Modified } from './file-link.ts'
import { linkMoved } from './file-links.errors.ts'
import { findFileLink, insertLinkVersion, updateCurrentVersion } from './file-links.store.ts'
import { fileOfVersion, openFileLink } from './open-file-link.ts'

/** An edition that was read as the one before. `revision` null: it is the one before. */
export type PreparedVersion = { seenVersion: number; revision: PreparedRevision | null }

/** `version` null: nothing has changed. */
export type Fed = {
  link: FileLink
  version: LinkVersion | null
  artifacts: readonly VisibleArtifact[]
  /** Rows that break a rule, where these say that they are set aside or come in. */
  settled: Settled
} & Pick<Materialized, 'overwritten' | 'opId'>

export const nothingFed = (link: FileLink): Fed => ({
  link,
  version: null,
  artifacts: [],
  settled: NOTHING_SETTLED,
  overwritten: NOTHING_OVERWRITTEN,
  opId: null,
})

/** Reads the next edition through the parse spec of its source, unless it has the bytes of the newest version. */
export async function prepareVersion(
  ctx: Context,
  place: LinkPlace,
  file: StoredFile,
  wish: LandingOptions,
): Promise<PreparedVersion> {
  const link = await openFileLink(ctx, place, 'editor')
  // Before the bytes are compared: that they are the same would confirm a guess.
  await openReadSource(ctx, sourceOf(link), 'editor')
  const { currentVersion } = link
  const { sha256 } = await fileOfVersion(ctx, link, currentVersion)
  if (sha256 === file.sha256) return { seenVersion: currentVersion, revision: null }
  return prepareEdition(ctx, link, file, wish)
}

/** The same for bytes that are to be read whatever came before. */
export async function prepareEdition(ctx: Context, link: FileLink, file: StoredFile, wish: LandingOptions) {
  const revision = await prepareRevision(ctx, openReadSource, sourceOf(link), { ...file, filename: link.name }, wish)
  return { seenVersion: link.currentVersion, revision }
}

/** The next edition of a tracked file becomes its next version, and its rows take the place of the last one's. */
export function pushVersion(
  ctx: Context,
  place: LinkPlace,
  edition: Edition,
  prepared: PreparedVersion,
  wish: LandingOptions,
): Promise<Fed> {
  return feedVersion(ctx, place, { kind: 'sync', ...edition }, prepared, wish)
}

/** The step that pushing, syncing and reverting share. */
export async function feedVersion(
  ctx: Context,
  place: LinkPlace,
  { kind, file, ...modified }: Edition & { kind: 'sync' | 'revert' },
  { seenVersion, revision }: PreparedVersion,
  wish: LandingOptions,
): Promise<Fed> {
  await openFileLink(ctx, place, 'editor')
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, place.workbookId)
    const inTx = { ...ctx, db: tx }
    const link = await openFileLink(inTx, place, 'editor')
    if (link.currentVersion !== seenVersion) throw linkMoved(link.name, seenVersion, link.currentVersion)
    if (!revision) return nothingFed(link)
    const named = { ...file, filename: link.name }
    const revised = await reviseSource(inTx, openReadSource, sourceOf(link), named, revision, wish)
    const { seen, artifacts, settled, overwritten, opId } = revised
    const version = { n: seenVersion + 1, kind, revision: seen.source.revision, ...modified }
    const cut = await cutVersion(tx, ctx, link, version)
    return { link: cut, version: cut.versions.at(-1) ?? null, artifacts, settled, overwritten, opId }
  })
}

const sourceOf = ({ workbookId, sourceId }: FileLink) => ({ workbookId, name: toWireId('src', sourceId) })

type FedLink = LinkPlace & Pick<FileLink, 'name' | 'sourceId'>
type NewVersion = Pick<LinkVersion, 'n' | 'kind' | 'revision'> & Modified

/** What a link feeds its source with becomes a version of it, with a snapshot of the result. The caller holds the head lock. */
export async function cutVersion(tx: Tx, ctx: Context, link: FedLink, version: NewVersion): Promise<FileLink> {
  const { workbookId, linkId, name, sourceId } = link
  const { n, kind, revision } = version
  const summary = `${name}, version ${n}`
  const state = { label: null, summary, eventType: 'file_link' }
  const { snapshotId } = await commitState({ ...ctx, db: tx }, workbookId, state)
  await insertLinkVersion(tx, { workbookId, linkId, sourceId, snapshotId, createdBy: ctx.caller.userId, ...version })
  await updateCurrentVersion(tx, link, n)
  await appendAuditEntry(tx, ctx, {
    workbookId,
    action: 'file_link.version',
    target: { file_link: name },
    detail: { link_id: toWireId('fl', linkId), version: n, kind, revision },
  })
  const cut = await findFileLink(tx, link)
  assertState(cut, 'a link that has just got a version')
  return cut
}
