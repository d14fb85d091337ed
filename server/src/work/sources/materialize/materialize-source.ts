import { readTables } from '../../../core/artifacts/read-artifacts.ts'
import { lockWorkbookHead } from '../../../core/audit/workbook-head.store.ts'
import { commitInTurn, refusalOf } from '../../../core/tables/commit-table-edit.ts'
import { admitBroken } from '../../../core/tables/quarantine/keep-rows.ts'
import { upsertRows } from '../../../core/tables/rows/upsert-rows.ts'
import type { StagedTable } from '../../../engine/loader/load-request.ts'
import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tx } from '../../../platform/postgres.ts'
import { commitTables, emitMaterialized, inLayer, reportOf as reportOfTable } from '../ingest/commit-tables.ts'
import { outputOf } from '../ingest/promote-tables.ts'
import { recordRemarks } from '../ingest/record-remarks.ts'
import type { TableMade } from '../landing/clear-landing.ts'
import { clearShared, keepShared } from '../landing/clear-shared.ts'
import { NOTHING_OVERWRITTEN, type Overwritten } from '../landing/keep-overwritten.ts'
import { openReadSource, openSource, type SourcePlace } from '../open-source.ts'
import { originsOfRows, originsOfTables, type WrittenRows } from '../origins/origins-of-tables.ts'
import { recordOrigins, recordOriginsAmong } from '../origins/record-origins.ts'
import { recordMakingFailure } from '../parse-spec/record-failure.ts'
import { withChecks } from '../parse-spec/spec-checks.ts'
import { replaceQuarantined } from '../quarantine/replace-quarantined.ts'
import { NOTHING_SETTLED, type Settled, settleIngest } from '../quarantine/settle-ingest.ts'
import { seeSource } from '../read-sources.ts'
import type { Source } from '../source.ts'
import { insertSourceTables, type SourceTable, updateSource } from '../sources.store.ts'
import {
  archiveEmptied,
  landedByTemplate,
  leaveTemplateTables,
  visibleByTemplate,
} from '../templates/land-by-template.ts'
import type { MaterializeRequest } from './materialize-request.ts'
import type { Materialized, RegionReport } from './materialized.ts'
import type { PreparedRegions } from './prepare-materialize.ts'
import {
  archiveLeftOver,
  bringBack,
  type LeftOver,
  listTablesMade,
  refuseIfMadeMeanwhile,
} from './tables-made-before.ts'

type Written = {
  tables: SourceTable[]
  reports: RegionReport[]
  editVersion: number | null
  isUnchanged?: boolean
  leftOver?: LeftOver
  settled?: Settled
  overwritten?: Overwritten
  opId?: number | null
}

const NOTHING_LEFT: LeftOver = { archived: [], kept: [] }

/** Makes tables of what was read, or adds it to one that is there. Nothing is written by a dry run. */
export async function materializeSource(
  ctx: Context,
  place: SourcePlace,
  request: MaterializeRequest,
  prepared: PreparedRegions,
): Promise<Materialized> {
  const source = await openSource(ctx, place, 'editor')
  try {
    return await commitPrepared(ctx, place, source, request, prepared)
  } catch (error) {
    // Inside a transaction it would be taken back with all else: who began that records it.
    if (!ctx.db.isTransaction && !request.isDryRun) await recordMakingFailure(ctx, source, error)
    throw error
  }
}

async function commitPrepared(
  ctx: Context,
  place: SourcePlace,
  source: Source,
  request: MaterializeRequest,
  prepared: PreparedRegions,
): Promise<Materialized> {
  if (prepared.mode === 'none') return dryRun(ctx, source, request, prepared)
  if (prepared.mode === 'template') return materializeByTemplate(ctx, place, request, prepared)
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, source.workbookId)
    const inTx = { ...ctx, db: tx }
    // Policies may have changed while the file was read.
    await openReadSource(inTx, place, 'editor')
    const written = await write(tx, ctx, source, request, prepared)
    const { tables, editVersion, isUnchanged = false, leftOver = NOTHING_LEFT } = written
    const { reports, settled = NOTHING_SETTLED, overwritten = NOTHING_OVERWRITTEN, opId = null } = written
    const ids = [...new Set(tables.map(({ tableId }) => tableId))]
    const seeAll = async () => ({
      seen: (await seeSource(inTx, await openSource(inTx, place, 'editor'))).seen,
      artifacts: await readTables(inTx, source.workbookId, ids),
      reports,
      editVersion,
      isUnchanged,
      leftOver,
      settled,
      overwritten,
      opId,
    })
    if (isUnchanged && source.status === 'materialized') return seeAll()
    await insertSourceTables(tx, source, tables)
    // Whatever was wished for at the upload: its tables are now those that the parse spec finds in it.
    const outcome = { structuring: 'structured', structuringReason: null } as const
    const checked = prepared.mode === 'new' && source.spec ? { spec: withChecks(source.spec, prepared.staged) } : {}
    await updateSource(tx, source, { status: 'materialized', error: null, ...outcome, ...checked })
    const made = reports.map(({ table, staged }) => ({ name: table, rowCount: staged.rows }))
    await emitMaterialized(tx, ctx, { source, made, structuring: outcome.structuring, actor: request.actor })
    return seeAll()
  })
}

/** The rows of a form take the place of those that it has in the tables of its template. */
async function materializeByTemplate(
  ctx: Context,
  place: SourcePlace,
  { onViolation, expectedVersions }: MaterializeRequest,
  { byTemplate, isThere }: PreparedRegions & { mode: 'template' },
): Promise<Materialized> {
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, place.workbookId)
    const source = await openReadSource({ ...ctx, db: tx }, place, 'editor')
    const wish = { onViolation, versions: { tables: expectedVersions ?? {} } }
    if (!isThere) return landedByTemplate(tx, ctx, source, byTemplate, wish)
    return visibleByTemplate(tx, ctx, source, byTemplate, null)
  })
}

async function dryRun(
  ctx: Context,
  source: Source,
  { target }: MaterializeRequest,
  { staged }: PreparedRegions,
): Promise<Materialized> {
  const { seen } = await seeSource(ctx, source)
  const reports = staged.map((region) => reportOf(region, target.table ?? region.name))
  const nothing = {
    leftOver: NOTHING_LEFT,
    settled: NOTHING_SETTLED,
    overwritten: NOTHING_OVERWRITTEN,
    opId: null,
  }
  return { seen, artifacts: [], reports, editVersion: null, isUnchanged: false, ...nothing }
}

async function write(
  tx: Tx,
  ctx: Context,
  source: Source,
  request: MaterializeRequest,
  prepared: Exclude<PreparedRegions, { mode: 'none' | 'template' }>,
): Promise<Written> {
  switch (prepared.mode) {
    case 'new':
      return create(tx, ctx, source, request, prepared)
    case 'upsert':
      return upsert(tx, ctx, source, request, prepared)
    case 'append':
    case 'replace':
      return extend(tx, ctx, source, request, prepared)
  }
}

/** New tables, and new rows for those that the source has made before. Those that it no longer makes are out of the way. */
async function create(
  tx: Tx,
  ctx: Context,
  source: Source,
  { actor, regions, onViolation, expectedVersions }: MaterializeRequest,
  { tables, staged, matches, isThere }: PreparedRegions & { mode: 'new' },
): Promise<Written> {
  const { workbookId, name, spec } = source
  const shared = await clearShared(tx, source, { tables: expectedVersions ?? {} })
  const left = await keepShared(tx, ctx, source, shared)
  await archiveEmptied(tx, ctx, source, await leaveTemplateTables(tx, ctx, source, shared))
  const before = await listTablesMade(tx, source)
  refuseIfMadeMeanwhile(before, staged, matches)
  for (const [n, match] of matches.entries())
    if (match?.state === 'archived' && !isThere[n]) await bringBack(tx, ctx, source, match)
  const made = { workbookId, source: name, actor, opKind: 'source.materialize' } as const
  const ingest = { from: source, onViolation }
  const committed = await commitTables(tx, ctx, { ...made, ingest }, inLayer('base', tables))
  const { names, versions, settled, opId } = committed
  await recordOrigins(tx, workbookId, originsOfTables(source, tables), opId)
  const leftOver = regions === null && spec ? await archiveLeftOver(tx, ctx, source, spec, before) : NOTHING_LEFT
  const there = matches.filter((match, n): match is TableMade => match !== null && isThere[n] === true)
  return {
    tables: [
      ...tables.map(outputOf),
      ...there.map(({ tableId, part, regionId }) => ({ tableId, part, regionId, kind: 'output' as const })),
    ],
    reports: staged.map((region, n) => {
      const match = isThere[n] ? matches[n] : null
      if (match) return { ...reportOf(region, match.name), inserted: 0, unchanged: region.rows }
      const place = tables.findIndex((table) => table.staged === region)
      const built = tables[place]
      return built ? reportOfTable(built, names[place] ?? region.name, settled) : reportOf(region, region.name)
    }),
    editVersion: staged.length === 1 ? (versions[0] ?? there[0]?.editVersion ?? null) : null,
    isUnchanged: tables.length === 0 && leftOver.archived.length === 0,
    leftOver,
    settled,
    overwritten: shared.edited.length > 0 ? left : committed.overwritten,
    opId,
  }
}

async function extend(
  tx: Tx,
  ctx: Context,
  source: Source,
  { target: { expected }, onViolation, actor }: MaterializeRequest,
  { mode, into, segments, rowCount, staged, written, skipped }: PreparedRegions & { mode: 'append' | 'replace' },
): Promise<Written> {
  const { workbookId, artifactId: tableId, name, editVersion: read } = into
  const reports = staged.map((region, n) => {
    const unchanged = skipped[n] ?? 0
    return { ...reportOf(region, name), inserted: region.rows - unchanged, unchanged }
  })
  const tables = partsInto(tableId, staged)
  if (mode === 'append' && rowCount === 0) return { tables, reports, editVersion: read }
  const content = mode === 'append' ? { kind: 'append' as const } : { kind: 'replace' as const, overlays: [], rowCount }
  const verb = mode === 'append' ? 'Added' : 'Replaced all by'
  const edit = {
    workbookId,
    table: name,
    writes: [{ tableId, expected, read, segments, ...content }],
    op: {
      kind: 'source.materialize',
      actor,
      detail: {
        expected_version: expected,
        unconditional: expected === null,
        rows: rowCount,
        summary: `${verb} ${rowCount} rows of ${source.name}`,
      },
    },
    auditDetail: { source: source.name, mode },
    ingest: { onViolation },
  }
  if (mode === 'replace') await replaceQuarantined(tx, ctx, source, [tableId])
  const outcome = await commitInTurn({ ...ctx, db: tx }, edit)
  if (outcome.status !== 'ok') throw refusalOf(edit, outcome)
  await recordOrigins(tx, workbookId, originsOfRows(source, written))
  await recordRemarks(tx, ctx, workbookId, written)
  const settled = await settleIngest(tx, ctx, source, outcome, { written, actor, opKind: edit.op.kind })
  return {
    tables,
    reports: reports.map((report) =>
      withoutAside(
        report,
        written.find((rows) => rows.staged === report.staged),
        settled,
      ),
    ),
    editVersion: outcome.tables[0]?.editVersion ?? null,
    settled,
  }
}

async function upsert(
  tx: Tx,
  ctx: Context,
  source: Source,
  { target: { expected, matchOn }, onViolation, actor }: MaterializeRequest,
  { into, rows, staged, written }: PreparedRegions & { mode: 'upsert' },
): Promise<Written> {
  const { workbookId, artifactId: tableId, name } = into
  const wish = { mode: 'upsert', onError: 'fail', lock: 'table', isReturningRows: false } as const
  const ingest = onViolation === 'warn' ? { ingest: { onViolation } } : {}
  const sent = { rows, expected, matchOn, actor, ...wish, ...ingest }
  const done = await upsertRows({ ...ctx, db: tx }, { workbookId, name }, sent)
  const { inserted, updated, unchanged, editVersion, warned } = done
  await recordOriginsAmong(tx, workbookId, tableId, originsOfRows(source, written))
  if (warned) await admitBroken(tx, workbookId, warned.tableIds)
  const settled = { quarantined: [], broken: warned?.shown ?? [], brokenCount: warned?.count ?? 0 }
  const [first, ...others] = staged.map((region) => reportOf(region, name))
  // Which region a row came from is not kept: the first one stands for all.
  const reports = first
    ? [{ ...first, inserted, updated, unchanged }, ...others.map((r) => ({ ...r, inserted: 0 }))]
    : []
  return { tables: partsInto(tableId, staged), reports, editVersion, settled }
}

const reportOf = (staged: StagedTable, table: string): RegionReport => ({
  staged,
  table,
  inserted: staged.rows,
  updated: 0,
  unchanged: 0,
  deleted: 0,
})

/** Rows that were set aside did not come in. */
function withoutAside(report: RegionReport, written: WrittenRows | undefined, { quarantined }: Settled): RegionReport {
  if (!written) return report
  const { tableId, firstRowId, staged } = written
  const aside = quarantined.filter((one) => one.tableId === tableId).flatMap(({ rowIds }) => rowIds)
  const count = aside.filter((id) => id >= firstRowId && id < firstRowId + staged.rows).length
  return { ...report, inserted: report.inserted - count }
}

/** One line per table: the first region speaks for those that went into the same. */
function partsInto(tableId: string, [first]: readonly StagedTable[]): SourceTable[] {
  return first ? [{ tableId, part: first.name, regionId: first.regionId, kind: 'output' }] : []
}
