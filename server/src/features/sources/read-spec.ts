import type { ParseSpec } from '@bindery/spreadsheet/parse-spec/parse-spec.ts'
import type { Context } from '../../platform/context.ts'
import { dialectIn } from './dialect-hints.ts'
import { openReadSource, type SourcePlace } from './open-source.ts'
import { type PreviewedTable, previewSpec } from './preview-spec.ts'
import { notAnalyzed } from './sources.errors.ts'
import { withLoader } from './with-loader.ts'

export type SpecRead = { spec: ParseSpec; preview: PreviewedTable[] | null }

/** How a source is read, and what its first rows are by that, if somebody wants to see them. Nothing is kept of it. */
export async function readSpec(
  ctx: Context,
  place: SourcePlace,
  { isPreviewed }: { isPreviewed: boolean },
): Promise<SpecRead> {
  const source = await openReadSource(ctx, place, 'viewer')
  const { spec } = source
  if (!spec) throw notAnalyzed(source.name)
  if (!isPreviewed) return { spec, preview: null }
  const preview = await withLoader(ctx, source.workbookId, source, dialectIn(spec), (loader) =>
    previewSpec(loader, spec, source.sizeBytes),
  )
  return { spec, preview }
}
