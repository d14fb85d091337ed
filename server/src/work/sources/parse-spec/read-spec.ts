import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { Loader, StagedTable } from '../../../engine/loader/load-request.ts'
import { parseColumnType } from '../../../engine/table/column-type.ts'
import { encodeValue } from '../../../engine/values/values.ts'
import type { Context } from '../../../platform/context.ts'
import { openReadSource, type SourcePlace } from '../open-source.ts'
import { notAnalyzed } from '../sources.errors.ts'
import { withLoader } from '../with-loader.ts'
import { dialectIn } from './dialect-hints.ts'
import { findUndo } from './operations/spec-undo.store.ts'

/** `canUndo`: known where the rows are read. */
export type SpecRead = { spec: ParseSpec; preview: PreviewedTable[] | null; canUndo: boolean }

/** How a source is read, and what its first rows are by that, if they are asked for. Nothing of it is stored. */
export async function readSpec(
  ctx: Context,
  place: SourcePlace,
  { isPreviewed }: { isPreviewed: boolean },
): Promise<SpecRead> {
  const source = await openReadSource(ctx, place, 'viewer')
  const { spec } = source
  if (!spec) throw notAnalyzed(source.name)
  if (!isPreviewed) return { spec, preview: null, canUndo: false }
  const preview = await withLoader(ctx, source.workbookId, source, dialectIn(spec), (loader) =>
    previewSpec(loader, spec, source.sizeBytes),
  )
  return { spec, preview, canUndo: (await findUndo(ctx.db, source, spec)) !== undefined }
}

/** What a spec would make: a table, its first rows, and what of the file did not fit. */
export type PreviewedTable = { staged: StagedTable; rows: Record<string, unknown>[]; isPartial: boolean }

const FIRST_ROWS = 20

/** A person who corrects a spec waits for this: of a large file only the beginning is read. */
const WHOLE_BYTES = 2_000_000
const ROWS_OF_LARGE = 2_000

export async function previewSpec(loader: Loader, spec: ParseSpec, sizeBytes: number): Promise<PreviewedTable[]> {
  const isPartial = sizeBytes > WHOLE_BYTES
  const tables = await loader.ask({ kind: 'stage-spec', spec, rows: isPartial ? ROWS_OF_LARGE : null })
  const previewed: PreviewedTable[] = []
  for (const [table, staged] of tables.entries()) {
    const lines = await loader.ask({ kind: 'first-rows', table, limit: FIRST_ROWS })
    previewed.push({ staged, rows: lines.map((line) => rowOf(staged, line)), isPartial })
  }
  return previewed
}

function rowOf({ columns }: StagedTable, texts: readonly (string | null)[]): Record<string, unknown> {
  const cells = columns.map(({ name, type }, n) => {
    const parsed = parseColumnType(type) ?? { name: 'VARCHAR' as const }
    return [name, encodeValue(parsed, texts[n] ?? null)] as const
  })
  return Object.fromEntries(cells)
}
