import type { ParseSpec } from '@bindery/spreadsheet/parse-spec/parse-spec.ts'
import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { reserveRowIds } from '../../tabular/commit.store.ts'
import type { StagedTable } from '../../tabular/loader/load-request.ts'
import type { Loader, Watch } from '../../tabular/loader/loader.ts'
import { isPlainList } from '../../tabular/loader/plain-list.ts'
import type { SegmentRef } from '../../tabular/table.ts'
import { writeSegments } from '../../tabular/write-segments.ts'
import { invalidField } from '../artifacts/artifacts.errors.ts'
import type { OpenedTable } from '../governance/open-readable-table.ts'
import type { SeesAll } from '../governance/refuse-if-anything-hidden.ts'
import { fileValue } from '../governance/visible-value.ts'
import { openEditableTable } from '../tables/open-editable-table.ts'
import { uncastableValue } from '../tables/tables.errors.ts'
import { type BuiltTable, buildTables } from './build-tables.ts'
import { dialectIn } from './dialect-hints.ts'
import { markFailed } from './mark-failed.ts'
import {
  type MappedSpec,
  type MaterializeRequest,
  mappedOutputs,
  mappedTo,
  specFor,
  type Target,
} from './materialize-request.ts'
import { openReadSource, type SourcePlace } from './open-source.ts'
import type { WrittenRows } from './origins-of-tables.ts'
import { readStagedRows } from './read-staged-rows.ts'
import { notAnalyzed } from './sources.errors.ts'
import { withLoader } from './with-loader.ts'

/** Regions that were read, ready for a commit to name what was written of them. */
export type PreparedRegions = { staged: readonly StagedTable[] } & (
  | { mode: 'none' }
  | { mode: 'new'; tables: BuiltTable[] }
  | ({ mode: 'append' | 'replace'; into: OpenedTable } & WrittenInto)
  | { mode: 'upsert'; into: OpenedTable; rows: Record<string, string | null>[] }
)

type WrittenInto = { segments: SegmentRef[]; rowCount: number; written: WrittenRows[] }

/** Reads the regions of a source into segments that nothing names yet. Takes as long as it takes. */
export async function prepareMaterialize(
  ctx: Context,
  place: SourcePlace,
  request: MaterializeRequest,
  watch?: Watch,
): Promise<PreparedRegions> {
  const source = await openReadSource(ctx, place, 'editor')
  if (!source.spec) throw notAnalyzed(source.name)
  const into = await openTarget(ctx, source.workbookId, request)
  const wanted = into ? onlyData(specFor(source.spec, request)) : specFor(source.spec, request)
  return markFailed(ctx, source, () =>
    withLoader(ctx, source.workbookId, source, dialectIn(wanted), async (loader) => {
      const mapped = into ? await mappingInto(loader, wanted, request.target, into) : { ...UNMAPPED, spec: wanted }
      const { spec, types } = mapped
      const staged = await loader.ask({ kind: 'stage-spec', spec, rows: null, types }, watch)
      refuseIfFailing(source, staged, mapped)
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

const UNMAPPED = { columns: new Map(), types: {} }

const NOT_DATA = new Set(['computed', 'accounts', 'notes'])

/** What goes into a table that is there are the rows themselves: no totals, account trees or notes. */
const onlyData = (spec: ParseSpec): ParseSpec => ({
  ...spec,
  regions: spec.regions.map((region) => ({
    ...region,
    outputs: region.outputs.filter(({ kind }) => !NOT_DATA.has(kind)),
  })),
})

/** Of a plain list the spec tells the columns; of anything else they are known once it is made. */
async function mappingInto(loader: Loader, spec: ParseSpec, target: Target, into: OpenedTable): Promise<MappedSpec> {
  if (spec.regions.every(isPlainList)) return mappedTo(spec, target, into)
  return mappedOutputs(spec, target, into, await loader.ask({ kind: 'stage-spec', spec, rows: 0 }))
}

function openTarget(ctx: Context, workbookId: string, { target }: MaterializeRequest): Promise<OpenedTable> | null {
  const { mode, table, expected, matchOn } = target
  if (mode === 'new') return null
  if (table === null) throw invalidField(['body', 'target', 'table'], 'required', `is required for mode ${mode}`)
  if (mode === 'upsert' && !matchOn)
    throw invalidField(['body', 'target', 'match_on'], 'required', 'is required for mode upsert')
  // To keep the ids of some rows and not of others would be neither: nobody may believe that it was done.
  if (mode === 'replace' && matchOn)
    throw invalidField(['body', 'target', 'match_on'], 'unsupported', 'is not kept by mode replace: use upsert')
  return openEditableTable(ctx, { workbookId, name: table }, expected)
}

/** Where a cell that does not fit is to fail the whole, nothing is written at all. */
function refuseIfFailing(
  { seesAll }: { seesAll: SeesAll },
  staged: readonly StagedTable[],
  { spec }: Pick<MappedSpec, 'spec'>,
) {
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
      samples: bad.map(({ value }) => fileValue(seesAll, value)),
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
): Promise<WrittenInto> {
  const rowCount = staged.reduce((sum, { rows }) => sum + rows, 0)
  if (rowCount === 0) return { segments: [], rowCount, written: [] }
  let idsAfter = (await inTransaction(bulk.db, (tx) => reserveRowIds(tx, workbookId, tableId, rowCount))) - 1
  const segments: SegmentRef[] = []
  const written: WrittenRows[] = []
  for (const [table, region] of staged.entries()) {
    const columns = region.columns.flatMap(({ name }, from) => {
      const id = mapping.get(name)?.id
      return id === undefined ? [] : [{ id, from }]
    })
    const { limits } = bulk.storage
    const built = await loader.ask({ kind: 'write', table, columns, idsAfter, limits })
    segments.push(...(await writeSegments(bulk, { workbookId, tableId }, loader, built)))
    const columnIds = region.columns.map(({ name }) => mapping.get(name)?.origin ?? null)
    written.push({ tableId, firstRowId: idsAfter + 1, columnIds, staged: region })
    idsAfter += region.rows
  }
  return { segments, rowCount, written }
}
