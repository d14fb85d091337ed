import { updateArtifact } from '../../../core/artifacts/artifacts.store.ts'
import { readTables } from '../../../core/artifacts/read-artifacts.ts'
import { appendAuditEntry } from '../../../core/audit/append-audit-entry.ts'
import { readWholeRows } from '../../../core/reading/whole-rows.ts'
import type { OnViolation } from '../../../core/rules/writes-to-check.ts'
import { commitInTurn, refusalOf } from '../../../core/tables/commit-table-edit.ts'
import { openEditableTable } from '../../../core/tables/open-editable-table.ts'
import type { TableWrite } from '../../../engine/table/commit.ts'
import type { Context } from '../../../platform/context.ts'
import { toWireId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { commitTables, emitMaterialized, inLayer } from '../ingest/commit-tables.ts'
import { type ClearedShared, clearShared, keepShared } from '../landing/clear-shared.ts'
import { NOTHING_OVERWRITTEN, type Overwritten } from '../landing/keep-overwritten.ts'
import { type LandingOptions, NO_VERSIONS } from '../landing/landing-versions.ts'
import type { Materialized } from '../materialize/materialized.ts'
import { archiveLeftOver, listTablesMade } from '../materialize/tables-made-before.ts'
import { openSource } from '../open-source.ts'
import { originsOfRows, originsOfTables } from '../origins/origins-of-tables.ts'
import { recordOrigins } from '../origins/record-origins.ts'
import type { RowsOrigin } from '../origins/rows-origin.ts'
import { listSourceOrigins } from '../origins/table-origins.store.ts'
import { withChecks } from '../parse-spec/spec-checks.ts'
import { leaveQuarantine } from '../quarantine/replace-quarantined.ts'
import { countAside, joinSettled, NOTHING_SETTLED, type Settled, settleIngest } from '../quarantine/settle-ingest.ts'
import { seeSource } from '../read-sources.ts'
import type { Source } from '../source.ts'
import { deleteSourceTables, insertSourceTables, type MadeTable, updateSource } from '../sources.store.ts'
import type { BuiltByTemplate, WrittenPart } from './build-by-template.ts'
import { isOfFiles } from './shared-tables.ts'
import { tableMadeMeanwhile } from './templates.errors.ts'
import { findTableOfPart } from './templates.store.ts'

/** What became of rows that break rules, and of edits of the rows that were there before. */
type LandedRows = { settled: Settled; overwritten: Overwritten }

type Appended = WrittenPart & { isNew: false }

/** The rows of a form appear in the tables of its template, in the place of those that an earlier reading has put there. */
export async function landByTemplate(
  tx: Tx,
  ctx: Context,
  source: Source,
  { spec, shared, parts }: BuiltByTemplate,
  { onViolation = null, versions = NO_VERSIONS }: LandingOptions = {},
): Promise<LandedRows> {
  const { workbookId, name } = source
  const cleared = await clearShared(tx, source, versions)
  for (const { isNew, part } of parts)
    if (isNew && (await findTableOfPart(tx, workbookId, part))) throw tableMadeMeanwhile(shared.name)
  const overwritten = await keepShared(tx, ctx, source, cleared)
  await leaveTemplateTables(tx, ctx, source, cleared)
  // What it was before it shared its tables is out of the way, and so is its name.
  await archiveLeftOver(tx, ctx, source, null, await listTablesMade(tx, source))
  const built = parts.flatMap((part) => (part.isNew ? [part.built] : []))
  const made = { workbookId, source: name, actor: null, opKind: 'source.materialize' } as const
  const { names: created } = await commitTables(tx, ctx, made, inLayer('base', built))
  await recordOrigins(tx, workbookId, originsOfTables(source, built))
  const settled: Settled[] = []
  for (const part of parts)
    if (!part.isNew && part.staged.rows > 0) settled.push(await append(tx, ctx, source, part, onViolation))
  const tables = parts.map((part) => ({
    tableId: part.isNew ? part.built.tableId : part.into.artifactId,
    name: part.isNew ? (created[built.indexOf(part.built)] ?? part.built.name) : part.into.name,
    rowCount: part.staged.rows,
    part: part.part,
    regionId: part.staged.regionId,
  }))
  await insertSourceTables(
    tx,
    source,
    tables.map(({ tableId, part, regionId }) => ({ tableId, part, regionId, kind: 'output' })),
  )
  const checked = withChecks(
    spec,
    parts.map(({ staged }) => staged),
  )
  const outcome = { structuring: 'structured', structuringReason: null } as const
  await updateSource(tx, source, { status: 'materialized', error: null, ...outcome, spec: checked })
  await appendAuditEntry(tx, ctx, {
    workbookId,
    target: { source: name },
    ...shared.audit,
  })
  await emitMaterialized(tx, ctx, { source, made: tables, structuring: 'structured', actor: null })
  return { settled: joinSettled(...settled), overwritten }
}

async function append(
  tx: Tx,
  ctx: Context,
  source: Source,
  { into, segments, staged, written }: Appended,
  onViolation: OnViolation | null,
): Promise<Settled> {
  const { workbookId, artifactId: tableId, name, editVersion: read } = into
  const edit = {
    workbookId,
    table: name,
    writes: [{ tableId, expected: null, read, segments, kind: 'append' as const }],
    op: {
      kind: 'source.materialize',
      actor: null,
      detail: {
        expected_version: null,
        unconditional: true,
        rows: staged.rows,
        summary: `Added ${staged.rows} rows of ${source.name}`,
      },
    },
    auditDetail: { source: source.name, mode: 'append' },
    ingest: { onViolation },
  }
  const outcome = await commitInTurn({ ...ctx, db: tx }, edit)
  if (outcome.status !== 'ok') throw refusalOf(edit, outcome)
  await recordOrigins(tx, workbookId, originsOfRows(source, [written]))
  return settleIngest(tx, ctx, source, outcome, { written: [written], actor: null, opKind: edit.op.kind })
}

/** The same, and what became of it. */
export async function landedByTemplate(
  tx: Tx,
  ctx: Context,
  source: Source,
  built: BuiltByTemplate,
  wish: LandingOptions,
): Promise<Materialized> {
  const landed = await landByTemplate(tx, ctx, source, built, wish)
  return visibleByTemplate(tx, ctx, source, built, landed)
}

/** A source whose rows are in the tables of its template. */
export async function visibleByTemplate(
  tx: Tx,
  ctx: Context,
  { workbookId, sourceId }: Source,
  { parts }: BuiltByTemplate,
  landed: LandedRows | null,
): Promise<Materialized> {
  const { settled, overwritten } = landed ?? { settled: NOTHING_SETTLED, overwritten: NOTHING_OVERWRITTEN }
  const isUnchanged = landed === null
  const inTx = { ...ctx, db: tx }
  const source = await openSource(inTx, { workbookId, name: toWireId('src', sourceId) }, 'editor')
  const { seen, tableIds } = await seeSource(inTx, source)
  const reports = parts.map((part) => {
    const { staged } = part
    const aside = part.isNew ? 0 : countAside(settled, part.into.artifactId)
    const inserted = staged.rows - aside
    const counts = isUnchanged ? { inserted: 0, unchanged: staged.rows } : { inserted, unchanged: 0 }
    return { staged, table: part.isNew ? part.built.name : part.into.name, updated: 0, deleted: 0, ...counts }
  })
  const artifacts = await readTables(inTx, workbookId, tableIds)
  const leftOver = { archived: [], kept: [] }
  return { seen, artifacts, reports, editVersion: null, isUnchanged, leftOver, settled, overwritten, opId: null }
}

/**
 * Takes the rows of a source out of the tables that it shares with other files. The caller holds the head lock. All rows are read
 * before the first is deleted: an engine reads what has committed.
 */
export async function leaveTemplateTables(
  tx: Tx,
  ctx: Context,
  source: Source,
  { tables: shared }: ClearedShared,
): Promise<readonly MadeTable[]> {
  const { workbookId, sourceId, name } = source
  if (shared.length === 0) return []
  const inTx = { ...ctx, db: tx }
  const origins = await listSourceOrigins(tx, workbookId, [sourceId])
  const writes: TableWrite[] = []
  for (const { tableId, name: table } of shared.filter(({ state }) => state === 'active')) {
    const opened = await openEditableTable(inTx, { workbookId, name: table }, null)
    const found = await readWholeRows(inTx, opened, rowIdsOf(origins, tableId))
    const rows = [...found].map(([rowId, before]) => ({ op: 'D' as const, rowId, cells: null, before }))
    if (rows.length > 0) writes.push({ tableId, expected: null, read: opened.editVersion, kind: 'rows', rows })
    const aside = await leaveQuarantine(inTx, source, tableId)
    if (aside) writes.push(aside)
  }
  if (writes.length > 0) await deleteAll(inTx, workbookId, name, writes)
  await deleteSourceTables(
    tx,
    source,
    shared.map(({ tableId }) => tableId),
  )
  return shared
}

/** A table that files shared because their columns agree goes with the last of them. */
export async function archiveEmptied(tx: Tx, ctx: Context, { workbookId, name }: Source, left: readonly MadeTable[]) {
  for (const { tableId, name: artifact, part, state } of left) {
    if (!isOfFiles(part) || state !== 'active' || (await findTableOfPart(tx, workbookId, part))) continue
    await updateArtifact(tx, { workbookId, artifactId: tableId }, { state: 'archived' })
    await appendAuditEntry(tx, ctx, {
      workbookId,
      action: 'artifact.archive',
      target: { artifact },
      detail: { source: name },
    })
  }
}

const rowIdsOf = (origins: readonly RowsOrigin[], tableId: string) =>
  origins
    .filter((origin) => origin.tableId === tableId)
    .flatMap(({ firstRowId, rowCount }) => Array.from({ length: rowCount }, (_, n) => firstRowId + n))

async function deleteAll(ctx: Context, workbookId: string, source: string, writes: readonly TableWrite[]) {
  const rows = writes.reduce((sum, write) => sum + (write.rows?.length ?? 0), 0)
  const detail = { expected_version: null, unconditional: true, rows, summary: `Deleted ${rows} rows of ${source}` }
  const edit = {
    workbookId,
    table: source,
    writes,
    op: { kind: 'source.materialize', actor: null, detail },
    auditDetail: { source },
  }
  const outcome = await commitInTurn(ctx, edit)
  if (outcome.status !== 'ok') throw refusalOf(edit, outcome)
}
