import type { FittedLines } from '@bindery-data/spreadsheet/map/fit-lines.ts'
import type { MapOptions } from '@bindery-data/spreadsheet/map/map-file.ts'
import { openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import type { Context } from '../../../platform/context.ts'
import { openRawSource, type SourcePlace } from '../open-source.ts'
import { analysisOf } from '../parse-spec/analyze-source.ts'
import { dialectIn } from '../parse-spec/dialect-hints.ts'
import { refuseIfNoSheet } from '../preview-source.ts'
import { withLoader } from '../with-loader.ts'

/** The file in one text of bounded length, with the cells of everything it names. Nothing is stored. */
export async function mapSource(ctx: Context, place: SourcePlace, wish: MapOptions): Promise<FittedLines> {
  const workbook = await openWorkbook(ctx, place.workbookId, 'viewer')
  const source = await openRawSource(ctx, place, 'viewer')
  const { spec } = source
  return withLoader(ctx, source.workbookId, source, spec && dialectIn(spec), (loader, { sheets }) => {
    refuseIfNoSheet(sheets, wish.sheet)
    return loader.ask({ ...wish, kind: 'map', spec, analysis: analysisOf(workbook, source) })
  })
}
