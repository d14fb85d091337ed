import type { CellSearch, FoundCells } from '@bindery-data/spreadsheet/map/find-cells.ts'
import type { Context } from '../../../platform/context.ts'
import { openRawSource, type SourcePlace } from '../open-source.ts'
import { dialectIn } from '../parse-spec/dialect-hints.ts'
import { refuseIfNoSheet } from '../preview-source.ts'
import { withLoader } from '../with-loader.ts'

/** The cells of a file that hold a text, in their values or their formulas. */
export async function findSourceCells(ctx: Context, place: SourcePlace, search: CellSearch): Promise<FoundCells> {
  const source = await openRawSource(ctx, place, 'viewer')
  return withLoader(ctx, source.workbookId, source, source.spec && dialectIn(source.spec), (loader, { sheets }) => {
    refuseIfNoSheet(sheets, search.sheet)
    return loader.ask({ ...search, kind: 'find-cells' })
  })
}
