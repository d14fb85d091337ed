import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import { startJob } from '../../../core/jobs/start-job.ts'
import { hiddenReplaced } from '../../../core/policies/governance.errors.ts'
import type { OpenedTable } from '../../../core/reading/open-readable-table.ts'
import { fileValue, type SeesFile } from '../../../core/reading/visible-value.ts'
import { openEditableTable } from '../../../core/tables/open-editable-table.ts'
import { uncastableValue } from '../../../core/tables/tables.errors.ts'
import { isPlainList, type Loader, type StagedTable, type Watch } from '../../../engine/loader/load-request.ts'
import { writeSegments } from '../../../engine/storage/bulk/write-segments.ts'
import { reserveRowIds } from '../../../engine/table/commit.store.ts'
import type { SegmentRef } from '../../../engine/table/table.ts'
import type { Context } from '../../../platform/context.ts'
import { assertState } from '../../../platform/errors.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { type BuiltTable, buildTables } from '../ingest/build-tables.ts'
import { madeOf } from '../ingest/made-of.ts'
import { clearLanding, refuseIfUnknown, type TableMade } from '../landing/clear-landing.ts'
import { openKnown } from '../landing/match-table.ts'
import { openReadSource, type SourcePlace } from '../open-source.ts'
import type { WrittenRows } from '../origins/origins-of-tables.ts'
import { dialectIn } from '../parse-spec/dialect-hints.ts'
import { recordMakingFailure } from '../parse-spec/record-failure.ts'
import type { Source } from '../source.ts'
import { notAnalyzed, tooManyRowsToMatch } from '../sources.errors.ts'
import { listMadeTables } from '../sources.store.ts'
import { type BuiltByTemplate, buildByTemplate } from '../templates/build-by-template.ts'
import { isSharedPart, sharedTables } from '../templates/shared-tables.ts'
import { withLoader } from '../with-loader.ts'
import {
  type MappedSpec,
  type MaterializeRequest,
  mappedOutputs,
  mappedTo,
  specFor,
  type Target,
} from './materialize-request.ts'
import { allRows, type NewRows, newRows } from './new-rows.ts'
import { listEveryTableMade, listTablesMade, matchMade } from './tables-made-before.ts'

/** Regions that were read, ready for a commit to name what was written of them. */
export type PreparedRegions = ReadRegions & { source: Source }

type ReadRegions = { staged: readonly StagedTable[] } & (
  | { mode: 'none' }
  /** `isThere`: its rows are in the tables of the template already. */
  | { mode: 'template'; byTemplate: BuiltByTemplate; isThere: boolean }
  | { mode: 'new'; tables: BuiltTable[]; matches: readonly (TableMade | null)[]; isThere: readonly boolean[] }
  | ({ mode: 'append' | 'replace'; into: OpenedTable } & WrittenInto)
  | { mode: 'upsert'; into: OpenedTable; rows: Record<string, string | null>[]; written: WrittenRows[] }
)

/** `skipped`: for each staged table how many of its rows are there already. */
type WrittenInto = { segments: SegmentRef[]; rowCount: number; written: WrittenRows[]; skipped: number[] }

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
  await refuseIfUnnamed(ctx, source, request)
  const wanted = into ? onlyData(specFor(source.spec, request)) : specFor(source.spec, request)
  try {
    const read: ReadRegions = await withLoader(ctx, source.workbookId, source, dialectIn(wanted), async (loader) => {
      const mapped = into ? await mappingInto(loader, wanted, request.target, into) : { ...UNMAPPED, spec: wanted }
      const { spec, types } = mapped
      const staged = await loader.ask({ kind: 'stage-spec', spec, rows: null, types }, watch)
      refuseIfFailing(source, staged, mapped)
      if (request.isDryRun) return { mode: 'none', staged }
      if (!into && source.spec && sharedTables(source.spec))
        return { staged, ...(await makeByTemplate(ctx, source, loader, source.spec)) }
      if (!into)
        return { mode: 'new', staged, ...(await makeAgain(ctx, source, request, { loader, spec, staged, watch })) }
      if (request.target.mode === 'upsert') {
        const rows = await readStagedRows(loader, staged, mapped, request.target)
        return {
          mode: 'upsert',
          staged,
          into,
          rows,
          written: staged.map((region) => matchedRows(into, region, mapped)),
        }
      }
      const { mode } = request.target
      assertState(mode !== 'new', 'a new table goes into no other')
      const rows = mode === 'append' ? await newRows(ctx, source, into, staged) : staged.map(allRows)
      return { mode, staged, into, ...(await writeInto(ctx, into, loader, staged, mapped, rows)) }
    })
    return { ...read, source }
  } catch (error) {
    await recordMakingFailure(ctx, source, error)
    throw error
  }
}

/** The rows of a form, for the tables of its template. */
async function makeByTemplate(ctx: Context, source: Source, loader: Loader, spec: ParseSpec) {
  const byTemplate = await buildByTemplate(ctx, source.workbookId, loader, spec)
  const isSame = byTemplate.mark === byTemplate.shared.markIn(spec)
  let added = 0
  for (const part of byTemplate.parts)
    for (const rows of part.isNew ? [allRows(part.staged)] : await newRows(ctx, source, part.into, [part.staged]))
      added += rows.added
  return { mode: 'template' as const, byTemplate, isThere: isSame && added === 0 }
}

type Read = { loader: Loader; spec: ParseSpec; staged: readonly StagedTable[]; watch: Watch | undefined }

/** Builds new tables, and new rows for those that the source has made before; what would be the same is left as it is. */
async function makeAgain(
  ctx: Context,
  source: Source,
  { expectedVersions, onViolation }: MaterializeRequest,
  { loader, spec, staged, watch }: Read,
) {
  const { workbookId, sha256 } = source
  const made = await listTablesMade(ctx.db, source)
  const matches = await matchMade(ctx, workbookId, staged, made)
  const markOf = (table: StagedTable) => madeOf(sha256, spec, table)
  const isThere = staged.map((table, n) => matches[n]?.state === 'active' && matches[n].mark === markOf(table))
  const replaced = matches.flatMap((match, n) => (match && !isThere[n] ? [match] : []))
  const free = clearLanding(replaced, { tables: expectedVersions ?? {} })
  const known = []
  for (const match of matches) {
    const found = free.find(({ tableId }) => tableId === match?.tableId)
    known.push(found ? await openKnown(ctx, workbookId, found) : null)
  }
  const wish = { watch, known, onViolation, markOf, isThere: (n: number) => isThere[n] === true }
  return { tables: await buildTables(ctx, workbookId, loader, staged, wish), matches, isThere }
}

/** Versions are those of tables that the source has made, its own or shared ones. */
async function refuseIfUnnamed({ db }: Context, source: Source, { expectedVersions }: MaterializeRequest) {
  if (!expectedVersions) return
  const shared = (await listMadeTables(db, source.workbookId, [source.sourceId])).filter(({ part }) =>
    isSharedPart(part),
  )
  refuseIfUnknown([...(await listEveryTableMade(db, source)), ...shared], { tables: expectedVersions })
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
  if (spec.regions.every((region) => isPlainList(region) && !region.union)) return mappedTo(spec, target, into)
  return mappedOutputs(spec, target, into, await loader.ask({ kind: 'stage-spec', spec, rows: 0 }))
}

async function openTarget(
  ctx: Context,
  workbookId: string,
  { target, onViolation }: MaterializeRequest,
): Promise<OpenedTable | null> {
  const { mode, table, expected, matchOn } = target
  if (mode === 'new') return null
  if (table === null) throw invalidField(['body', 'target', 'table'], 'required', `is required for mode ${mode}`)
  if (mode === 'upsert' && !matchOn)
    throw invalidField(['body', 'target', 'match_on'], 'required', 'is required for mode upsert')
  // A row that would have changed another has no row of its own to be corrected in.
  if (mode === 'upsert' && onViolation === 'quarantine')
    throw invalidField(['body', 'on_violation'], 'unsupported', 'is not kept by mode upsert: use append or replace')
  // To keep the ids of some rows and not of others would be neither: the request is refused instead of half done.
  if (mode === 'replace' && matchOn)
    throw invalidField(['body', 'target', 'match_on'], 'unsupported', 'is not kept by mode replace: use upsert')
  const into = await openEditableTable(ctx, { workbookId, name: table }, expected)
  if (mode === 'replace' && hidesColumns(into)) throw hiddenReplaced()
  return into
}

const hidesColumns = ({ table, schema }: OpenedTable) =>
  table.columns.length < schema.length || table.columns.some(({ isMasked }) => isMasked)

/** Where a cell that does not fit is to fail the whole, nothing is written at all. */
function refuseIfFailing(
  { seesFile }: { seesFile: SeesFile },
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
      samples: bad.map(({ value }) => fileValue(seesFile, value)),
      message: `The first is in row ${first.row} of the sheet. Nothing was written.`,
    })
  }
}

/** Rows of all regions, numbered behind those the table has given out. Columns without a mapping hold their default. */
async function writeInto(
  { bulk }: Context,
  { workbookId, artifactId: tableId }: OpenedTable,
  loader: Loader,
  staged: readonly StagedTable[],
  { columns: mapping }: MappedSpec,
  rows: readonly NewRows[],
): Promise<WrittenInto> {
  const rowCount = rows.reduce((sum, { added }) => sum + added, 0)
  const skipped = rows.map((one) => one.skipped)
  if (rowCount === 0) return { segments: [], rowCount, written: [], skipped }
  const numbered = staged.reduce((sum, table) => sum + table.rows, 0)
  let idsAfter = (await inTransaction(bulk.db, (tx) => reserveRowIds(tx, workbookId, tableId, numbered))) - 1
  const segments: SegmentRef[] = []
  const written: WrittenRows[] = []
  for (const [table, region] of staged.entries()) {
    const columns = region.columns.flatMap(({ name }, from) => {
      const id = mapping.get(name)?.id
      return id === undefined ? [] : [{ id, from }]
    })
    const { limits } = bulk.storage
    const { runs: only = [], added = 0 } = rows[table] ?? {}
    if (added === 0) continue
    const built = await loader.ask({ kind: 'write', table, columns, idsAfter, limits, only })
    segments.push(...(await writeSegments(bulk, { workbookId, tableId }, loader, built)))
    const columnIds = region.columns.map(({ name }) => mapping.get(name)?.origin ?? null)
    written.push({ tableId, firstRowId: idsAfter + 1, columnIds, staged: region })
    idsAfter += region.rows
  }
  return { segments, rowCount, written, skipped }
}

/** Which rows they become is known only when they are matched. */
const matchedRows = (
  { artifactId: tableId }: OpenedTable,
  staged: StagedTable,
  { columns }: MappedSpec,
): WrittenRows => ({
  tableId,
  firstRowId: 1,
  columnIds: staged.columns.map(({ name }) => columns.get(name)?.origin ?? null),
  staged,
})

const MOST_ROWS = 50_000

/** Staged rows one by one, under the names of the table's columns: for writes that must look at each. */
async function readStagedRows(
  loader: Loader,
  staged: readonly StagedTable[],
  { columns: mapping }: MappedSpec,
  { blankPolicy }: Target,
): Promise<Record<string, string | null>[]> {
  const count = staged.reduce((sum, { rows }) => sum + rows, 0)
  if (count > MOST_ROWS) throw tooManyRowsToMatch(count, MOST_ROWS)
  const rows: Record<string, string | null>[] = []
  for (const [table, { columns }] of staged.entries()) {
    const names = columns.map(({ name }) => mapping.get(name)?.name)
    const file = await loader.ask({ kind: 'lines', table, columns: columns.map((_, n) => n) })
    for await (const line of createInterface({ input: createReadStream(join(loader.folder, file)) })) {
      // Safe: our own program wrote it.
      const texts = JSON.parse(line) as (string | null)[]
      rows.push(rowOf(names, texts, blankPolicy))
    }
  }
  return rows
}

function rowOf(
  names: readonly (string | undefined)[],
  texts: readonly (string | null)[],
  blankPolicy: Target['blankPolicy'],
): Record<string, string | null> {
  const cells = names.flatMap((name, n) => {
    const text = texts[n] ?? null
    return name === undefined || (text === null && blankPolicy === 'keep') ? [] : [[name, text] as const]
  })
  return Object.fromEntries(cells)
}

export type MaterializeJob = { source_id: string; request: MaterializeRequest }

/** Makes the tables behind the answer. Returns the id of the job. */
export async function startMaterialize(ctx: Context, place: SourcePlace, request: MaterializeRequest): Promise<string> {
  const { workbookId, sourceId, spec, name } = await openReadSource(ctx, place, 'editor')
  if (!spec) throw notAnalyzed(name)
  const job: MaterializeJob = { source_id: sourceId, request }
  return inTransaction(ctx.db, (tx) => startJob(tx, ctx, { kind: 'materialize', workbookId, request: job }))
}
