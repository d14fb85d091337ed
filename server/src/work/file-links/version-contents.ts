import type { Readable } from 'node:stream'
import type { SheetDiff } from '@bindery-data/spreadsheet/diff/diff-files.ts'
import type { LoadAnswers, Loader } from '../../engine/loader/load-request.ts'
import type { Context } from '../../platform/context.ts'
import { bytesOfFile } from '../sources/download-source.ts'
import { refuseIfNoSheet } from '../sources/preview-source.ts'
import type { StoredFile } from '../sources/source.ts'
import { withLoader } from '../sources/with-loader.ts'
import type { LinkPlace } from './file-link.ts'
import { noVersionBefore } from './file-links.errors.ts'
import { dialectOfLink, fileOfVersion, openRawLink } from './open-file-link.ts'

const MOST = { cells: 100_000, characters: 16_000_000 }

/** What stands in a sheet of a version, cell by cell; the first sheet when none is named. */
export async function readVersionCells(
  ctx: Context,
  place: LinkPlace,
  n: number,
  sheet: string | null,
): Promise<LoadAnswers['cells']> {
  const link = await openRawLink(ctx, place, 'viewer')
  const file = await fileOfVersion(ctx, link, n)
  const hints = await dialectOfLink(ctx, link)
  return withLoader(ctx, link.workbookId, file, hints, (loader, { sheets }) => {
    refuseIfNoSheet(sheets, sheet)
    return loader.ask({ kind: 'cells', sheet, most: MOST })
  })
}

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

/** The bytes of a version as they came. */
export async function downloadVersion(
  ctx: Context,
  place: LinkPlace,
  n: number,
): Promise<{ file: StoredFile; bytes: Readable }> {
  const link = await openRawLink(ctx, place, 'viewer')
  const file = await fileOfVersion(ctx, link, n)
  return { file, bytes: await bytesOfFile(ctx, link.workbookId, file) }
}
