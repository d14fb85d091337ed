import { openWorkbook } from '../../core/workbooks/open-workbook.ts'
import type { Context } from '../../platform/context.ts'
import type { CloudFile, FileProvider } from '../cloud-files/cloud-file.ts'
import { findCloudFile, readCloudFile } from '../cloud-files/cloud-files.ts'
import type { LandingOptions } from '../sources/landing/landing-versions.ts'
import { landFile } from '../sources/upload/land-file.ts'
import type { Edition, ExistingRule, LinkPlace } from './file-link.ts'
import { alreadyTracked, linkMoved, notInTheCloud } from './file-links.errors.ts'
import { findTracking } from './file-links.store.ts'
import { openFileLink } from './open-file-link.ts'
import { type Fed, nothingFed, type PreparedVersion, prepareVersion, pushVersion } from './push-version.ts'
import { type PreparedTracking, prepareTracking, type Tracking } from './track-file.ts'

type CloudTracking = {
  workbookId: string
  provider: FileProvider
  fileId: string
  /** Null: as the drive calls it. */
  name: string | null
  onExisting: ExistingRule
  wish: LandingOptions
}

/** Pulls the drive's copy and reads it as what it will be. Nothing names it yet. */
export async function prepareCloudTracking(
  ctx: Context,
  { workbookId, provider, fileId, name, onExisting, wish }: CloudTracking,
): Promise<{ tracking: Tracking; prepared: PreparedTracking }> {
  await openWorkbook(ctx, workbookId, 'editor')
  const tracked = { kind: 'cloud', provider, externalId: fileId, origin: '' } as const
  const linkId = await findTracking(ctx.db, workbookId, { sourceId: null, ...tracked })
  if (linkId) throw alreadyTracked(linkId)
  const edition = await readCloudFile(ctx, provider, fileId, async (arriving, file) => ({
    file: await landFile(ctx, workbookId, { ...arriving, filename: name ?? arriving.filename }),
    ...modifiedBy(file),
  }))
  const tracking = { workbookId, name: edition.file.filename, edition, tracked, onExisting, wish }
  return { tracking, prepared: await prepareTracking(ctx, tracking) }
}

/** What was pulled from a drive. `edition` null: the drive says that nothing has changed, and nothing was pulled. */
type PreparedSync = { seenVersion: number; pulled: { edition: Edition; version: PreparedVersion } | null }

/** Pulls the drive's copy, unless it is known to be the one of the newest version. */
export async function prepareSync(ctx: Context, place: LinkPlace, wish: LandingOptions): Promise<PreparedSync> {
  const link = await openFileLink(ctx, place, 'editor')
  const { workbookId, name, currentVersion: seenVersion } = link
  if (link.kind !== 'cloud') throw notInTheCloud(name)
  const { provider, externalId } = link
  const { version } = await findCloudFile(ctx, provider, externalId)
  if (link.versions.at(-1)?.externalVersion === version) return { seenVersion, pulled: null }
  const edition = await readCloudFile(ctx, provider, externalId, async (arriving, file) => ({
    file: await landFile(ctx, workbookId, { ...arriving, filename: name }),
    ...modifiedBy(file),
  }))
  return { seenVersion, pulled: { edition, version: await prepareVersion(ctx, place, edition.file, wish) } }
}

/** A file that has changed on its drive becomes the next version. */
export async function syncFileLink(
  ctx: Context,
  place: LinkPlace,
  { seenVersion, pulled }: PreparedSync,
  wish: LandingOptions,
): Promise<Fed> {
  if (pulled) return pushVersion(ctx, place, pulled.edition, pulled.version, wish)
  const link = await openFileLink(ctx, place, 'editor')
  if (link.currentVersion !== seenVersion) throw linkMoved(link.name, seenVersion, link.currentVersion)
  return nothingFed(link)
}

/** What a drive says of who changed a file, and when. */
const modifiedBy = ({ modifiedBy: who, modifiedAt, version }: CloudFile) => ({
  modifiedBy: who?.slice(0, MOST_NAME_CHARACTERS) ?? null,
  modifiedAt,
  externalVersion: version,
})

const MOST_NAME_CHARACTERS = 200
