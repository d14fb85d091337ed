import type { SheetDiff } from '@bindery/spreadsheet/diff/diff-files.ts'
import type { Context } from '../../platform/context.ts'
import type { Loader } from '../../tabular/loader/loader.ts'
import { withLoader } from '../sources/with-loader.ts'
import type { LinkPlace } from './file-link.ts'
import { noVersionBefore } from './file-links.errors.ts'
import { dialectOfLink, fileOfVersion, openRawLink } from './open-file-link.ts'

const LIMITS = { perSheet: 10_000, inAll: 50_000, runs: 10_000, characters: 16_000_000 }

export type VersionDiff = { n: number; against: number; sheets: readonly SheetDiff[] }

/** What has changed in a version since another one; since the one before when none is named. */
export async function diffVersions(ctx: Context, place: LinkPlace, n: number, against = n - 1): Promise<VersionDiff> {
  const link = await openRawLink(ctx, place, 'viewer')
  const next = await fileOfVersion(ctx, link, n)
  if (against === 0) throw noVersionBefore(n)
  const old = await fileOfVersion(ctx, link, against)
  const hints = await dialectOfLink(ctx, link)
  const compare = (loader: Loader) => loader.ask({ kind: 'diff', limits: LIMITS })
  return { n, against, sheets: await withLoader(ctx, link.workbookId, next, hints, compare, old) }
}
