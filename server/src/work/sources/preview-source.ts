import { invalidField } from '../../core/artifacts/artifacts.errors.ts'
import { formatRange, parseRange } from '../../core/tables/ranges/a1-range.ts'
import { rangeTooLarge } from '../../core/tables/tables.errors.ts'
import type { OpenedAnswer, PreviewAnswer } from '../../engine/loader/load-request.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { openRawSource, type SourcePlace } from './open-source.ts'
import { dialectIn } from './parse-spec/dialect-hints.ts'
import { withLoader } from './with-loader.ts'

export type Shown = { sheet: string | null; range: string | null }

const MOST_CELLS = 100_000

/** Cells of the file as a person would see them there. */
export async function previewSource(ctx: Context, place: SourcePlace, { sheet, range }: Shown): Promise<PreviewAnswer> {
  const source = await openRawSource(ctx, place, 'viewer')
  const wanted = range === null ? null : rectangleIn(range)
  return withLoader(ctx, source.workbookId, source, source.spec && dialectIn(source.spec), (loader, { sheets }) => {
    refuseIfNoSheet(sheets, sheet)
    return loader.ask({ kind: 'preview', sheet, range: wanted })
  })
}

function rectangleIn(range: string): string {
  const { left, right, top, bottom } = parseRange(range, ['query', 'range'])
  if (left === null || right === null || top === null || bottom === null)
    throw invalidField(['query', 'range'], 'range', 'must be a range like A1 or A1:C10')
  const cells = (right - left + 1) * (bottom - top + 1)
  if (cells > MOST_CELLS) throw rangeTooLarge(range, cells, MOST_CELLS)
  return formatRange({ left, right, top, bottom })
}

export function refuseIfNoSheet(sheets: OpenedAnswer['sheets'], sheet: string | null) {
  if (sheet !== null && !sheets.some(({ name }) => name === sheet)) throw notFound('sheet', sheet)
}
