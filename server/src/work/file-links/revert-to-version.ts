import type { Context } from '../../platform/context.ts'
import type { LandingOptions } from '../sources/landing/landing-versions.ts'
import { type LinkPlace, UNKNOWN_CHANGE } from './file-link.ts'
import { fileOfVersion, openFileLink } from './open-file-link.ts'
import { type Fed, feedVersion, type PreparedVersion, prepareEdition } from './push-version.ts'

/** Reads the file of an older version once more. */
export async function prepareReversion(
  ctx: Context,
  place: LinkPlace,
  n: number,
  wish: LandingOptions,
): Promise<PreparedVersion> {
  const link = await openFileLink(ctx, place, 'editor')
  return prepareEdition(ctx, link, await fileOfVersion(ctx, link, n), wish)
}

/** An older version becomes the newest one; whatever lies on the drive stays as it is. */
export async function revertToVersion(
  ctx: Context,
  place: LinkPlace,
  n: number,
  prepared: PreparedVersion,
  wish: LandingOptions,
): Promise<Fed> {
  const link = await openFileLink(ctx, place, 'editor')
  const file = await fileOfVersion(ctx, link, n)
  const { modifiedBy, modifiedAt } = link.versions.find((version) => version.n === n) ?? UNKNOWN_CHANGE
  // Of the drive's copy nothing is known by this: the next sync looks at it again.
  const edition = { file, modifiedBy, modifiedAt, externalVersion: null }
  return feedVersion(ctx, place, { kind: 'revert', ...edition }, prepared, wish)
}
