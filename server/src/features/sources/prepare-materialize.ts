import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { reserveRowIds } from '../../tabular/commit.store.ts'
import type { StagedTable } from '../../tabular/loader/load-request.ts'
import type { Loader, Watch } from '../../tabular/loader/loader.ts'
import type { SegmentRef } from '../../tabular/table.ts'
import { writeSegments } from '../../tabular/write-segments.ts'
import { invalidField } from '../artifacts/artifacts.errors.ts'
import type { OpenedTable } from '../governance/open-readable-table.ts'
import { openEditableTable } from '../tables/open-editable-table.ts'
import { uncastableValue } from '../tables/tables.errors.ts'
import { type BuiltTable, buildTables } from './build-tables.ts'
import { dialectIn } from './dialect-hints.ts'
import { markFailed } from './mark-failed.ts'
import { type MappedSpec, type MaterializeRequest, mappedTo, specFor } from './materialize-request.ts'
import { openSource, type SourcePlace } from './open-source.ts'
import { readStagedRows } from './read-staged-rows.ts'
import { notAnalyzed } from './sources.errors.ts'
import { withLoader } from './with-loader.ts'

/** Regions that were read, ready for a commit to name what was written of them. */
export type PreparedRegions = { staged: readonly StagedTable[] } & (
  | { mode: 'none' }
  | { mode: 'new'; tables: BuiltTable[] }
  | { mode: 'append' | 'replace'; into: OpenedTable; segments: SegmentRef[]; rowCount: number }
  | { mode: 'upsert'; into: OpenedTable; rows: Record<string, string | null>[] }
)

/** Reads the regions of a source into segments that nothing names yet. Takes as long as it takes. */
export async function prepareMaterialize(
  ctx: Context,
  place: SourcePlace,
  request: MaterializeRequest,
  watch?: Watch,
): Promise<PreparedRegions> {
  const source = await openSource(ctx, place, 'editor')
  if (!source.spec) throw notAnalyzed(source.name)
  const wanted = specFor(source.spec, request)
  const into = await openTarget(ctx, source.workbookId, request)
  const mapped = into ? mappedTo(wanted, request.target, into) : { spec: wanted, columns: new Map() }
  return markFailed(ctx, source, () =>
    withLoader(ctx, source.workbookId, source, dialectIn(wanted), async (loader) => {
      const asked = { kind: 'stage-spec', spec: mapped.spec, regions: null, rows: null } as const
      const staged = await loader.ask(asked, watch)
      refuseIfFailing(staged, mapped)
      if (request.isDryRun) return { mode: 'none', staged }
      if (!into)
        return { mode: 'new', staged, tables: await buildTables(ctx, source.workbookId, loader, staged, { watch }) }
      if (request.target.mode === 'upsert')
        return { mode: 'upsert', staged, into, rows: await readStagedRows(loader, staged, mapped, request.target) }
      const { mode } = request.target
      assertState(mode !== 'new', 'a new table goes into no other')
      return { mode, staged, into, ...(await writeInto(ctx, into, loader, staged, mapped)) }
    }),
  )
}

function openTarget(ctx: Context, workbookId: string, { target }: MaterializeRequest): Promise<OpenedTable> | null {
  const { mode, table, expected, matchOn } = target
  if (mode === 'new') return null
  if (table === null) throw invalidField(['body', 'target', 'table'], 'required', `is required for mode ${mode}`)
  if (mode === 'upsert' && !matchOn)
    throw invalidField(['body', 'target', 'match_on'], 'required', 'is required for mode upsert')
  return openEditableTable(ctx, { workbookId, name: table }, expected)
}

/** Where a cell that does not fit is to fail the whole, nothing is written at all. */
function refuseIfFailing(staged: readonly StagedTable[], { spec }: Pick<MappedSpec, 'spec'>) {
  const strict = new Set(
    spec.regions.flatMap(({ columns }) =>
      columns.filter(({ on_error }) => on_error === 'fail').map(({ name }) => name),
    ),
  )
  for (const { columns, report } of staged) {
    const bad = report.issues.filter(({ column }) => strict.has(column))
    const [first] = bad
    if (!first) continue
    throw uncastableValue({
      column: first.column,
      type: columns.find(({ name }) => name === first.column)?.type ?? '',
      rowIds: [],
      count: bad.length,
      samples: bad.map(({ value }) => value),
      message: `The first is in row ${first.row} of the sheet. Nothing was written.`,
    })
  }
}

/** Rows of all regions, numbered behind those the table has given out. Columns nobody maps hold their default. */
async function writeInto(
  { bulk }: Context,
  { workbookId, artifactId: tableId }: OpenedTable,
  loader: Loader,
  staged: readonly StagedTable[],
  { columns: mapping }: MappedSpec,
): Promise<{ segments: SegmentRef[]; rowCount: number }> {
  const rowCount = staged.reduce((sum, { rows }) => sum + rows, 0)
  if (rowCount === 0) return { segments: [], rowCount }
  let idsAfter = (await inTransaction(bulk.db, (tx) => reserveRowIds(tx, workbookId, tableId, rowCount))) - 1
  const segments: SegmentRef[] = []
  for (const [table, { columns, rows }] of staged.entries()) {
    const written = columns.flatMap(({ name }, from) => {
      const id = mapping.get(name)?.id
      return id === undefined ? [] : [{ id, from }]
    })
    const { limits } = bulk.storage
    const built = await loader.ask({ kind: 'write', table, columns: written, idsAfter, limits })
    segments.push(...(await writeSegments(bulk, { workbookId, tableId }, loader, built)))
    idsAfter += rows
  }
  return { segments, rowCount }
}
