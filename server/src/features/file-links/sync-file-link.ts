import type { Context } from '../../platform/context.ts'
import type { CloudFile } from '../cloud-files/cloud-file.ts'
import { findCloudFile, readCloudFile } from '../cloud-files/read-cloud-file.ts'
import { landFile } from '../sources/land-file.ts'
import type { Edition, LinkPlace } from './file-link.ts'
import { linkMoved, notInTheCloud } from './file-links.errors.ts'
import { openFileLink } from './open-file-link.ts'
import { type Fed, type PreparedVersion, prepareVersion, pushVersion } from './push-version.ts'

/** What was pulled from a drive. `edition` null: the drive says that nothing has changed, and nothing was pulled. */
export type PreparedSync = { seenVersion: number; pulled: { edition: Edition; version: PreparedVersion } | null }

/** Pulls the drive's copy, unless it is known to be the one of the newest version. */
export async function prepareSync(ctx: Context, place: LinkPlace): Promise<PreparedSync> {
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
  return { seenVersion, pulled: { edition, version: await prepareVersion(ctx, place, edition.file) } }
}

/** A file that has changed on its drive becomes the next version. */
export async function syncFileLink(
  ctx: Context,
  place: LinkPlace,
  { seenVersion, pulled }: PreparedSync,
): Promise<Fed> {
  if (pulled) return pushVersion(ctx, place, pulled.edition, pulled.version)
  const link = await openFileLink(ctx, place, 'editor')
  if (link.currentVersion !== seenVersion) throw linkMoved(link.name, seenVersion, link.currentVersion)
  return { link, version: null, artifacts: [] }
}

/** What a drive says of who changed a file, and when. */
export const modifiedBy = ({ modifiedBy: who, modifiedAt, version }: CloudFile) => ({
  modifiedBy: who?.slice(0, MOST_NAME_CHARACTERS) ?? null,
  modifiedAt,
  externalVersion: version,
})

const MOST_NAME_CHARACTERS = 200
