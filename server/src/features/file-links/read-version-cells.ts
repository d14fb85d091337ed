import type { Context } from '../../platform/context.ts'
import type { LoadAnswers } from '../../tabular/loader/load-request.ts'
import { refuseIfNoSheet } from '../sources/preview-source.ts'
import { withLoader } from '../sources/with-loader.ts'
import type { LinkPlace } from './file-link.ts'
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
