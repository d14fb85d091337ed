import { nameKey, suffixedName } from '../../../core/artifacts/artifact.ts'
import { countTables, isNameTaken } from '../../../core/artifacts/artifacts.store.ts'
import { emitEvent } from '../../../core/events/events.ts'
import { LANDING_KIND } from '../../../core/ops/op.ts'
import { hasRowPolicies } from '../../../core/policies/rows/row-policies.store.ts'
import type { OnViolation } from '../../../core/rules/writes-to-check.ts'
import { commitTableEdit, type TableEdit } from '../../../core/tables/commit-table-edit.ts'
import { MOST_TABLES } from '../../../core/tables/create-table.ts'
import type { TableWrite } from '../../../engine/table/commit.ts'
import { limitReached } from '../../../people/accounts/accounts.errors.ts'
import type { Context } from '../../../platform/context.ts'
import { assertState } from '../../../platform/errors.ts'
import { toWireId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/postgres.ts'
import {
  keepOverwritten,
  NOTHING_OVERWRITTEN,
  type Overwritten,
  overwrittenDetail,
  recordClashes,
} from '../landing/keep-overwritten.ts'
import type { RegionReport } from '../materialize/materialized.ts'
import { writtenRows } from '../origins/origins-of-tables.ts'
import { replaceQuarantined } from '../quarantine/replace-quarantined.ts'
import { countAside, NOTHING_SETTLED, type Settled, settleIngest } from '../quarantine/settle-ingest.ts'
import type { Source, Structuring } from '../source.ts'
import type { BuiltTable } from './build-tables.ts'
import { recordLooks } from './record-looks.ts'
import { recordRemarks } from './record-remarks.ts'

export type MadeOf = {
  workbookId: string
  source: string
  actor: string | null
  opKind: 'source.materialize' | 'source.structure'
  /** The file, where rows that break a rule may be set aside; null: as the rules of each table say. */
  ingest?: { from: Pick<Source, 'sourceId' | 'revision'>; onViolation: OnViolation | null }
}

/** A table to commit, and the layer that it is created in. */
export type TableToCommit = BuiltTable & { layer: 'raw' | 'base' }

export const inLayer = (layer: TableToCommit['layer'], tables: readonly BuiltTable[]): TableToCommit[] =>
  tables.map((table) => ({ ...table, layer }))

/** `versions`: of the tables, in their order. */
export type CommittedTables = {
  names: string[]
  versions: number[]
  opId: number | null
  settled: Settled
  overwritten: Overwritten
}

/** Creates all tables of a source, or replaces their rows, in one commit. The caller holds the head lock. */
export async function commitTables(
  tx: Tx,
  ctx: Context,
  made: MadeOf,
  tables: readonly TableToCommit[],
): Promise<CommittedTables> {
  const { workbookId, source, actor } = made
  if ((await countTables(tx, workbookId)) + tables.filter(({ known }) => !known).length > MOST_TABLES)
    throw limitReached('tables', MOST_TABLES)
  const names: string[] = []
  const created: string[] = []
  for (const { name, known } of tables) {
    // An archived sheet that is replaced leaves its name free.
    if (!known) created.push(await freeTableName(tx, workbookId, name, created))
    names.push(known?.name ?? created.at(-1) ?? name)
  }
  const writes = tables.flatMap((table, n) => writeOf(table, names[n] ?? table.name) ?? [])
  const versions = tables.map(({ known }) => known?.editVersion ?? 1)
  if (writes.length === 0) {
    await recordSaid(tx, ctx, workbookId, tables)
    return { names, versions, opId: null, settled: NOTHING_SETTLED, overwritten: NOTHING_OVERWRITTEN }
  }
  const written = tables.filter(({ tableId }) => writes.some((write) => write.tableId === tableId))
  const replaced = written.flatMap(({ known, tableId }) => (known ? [tableId] : []))
  await replaceQuarantined(tx, ctx, { workbookId, name: source }, replaced)
  const overwritten = await keepOverwritten(tx, ctx, { workbookId, source }, written)
  const edit = editOf(made, written, { names, writes, overwritten })
  const { committed } = await commitTableEdit({ ...ctx, db: tx }, workbookId, async () => ({ edit }))
  assertState(committed, 'creating tables committed nothing')
  await recordSaid(tx, ctx, workbookId, tables)
  await recordClashes(tx, ctx, { workbookId, opId: committed.opId, actor }, written)
  const settled = made.ingest
    ? await settleIngest(tx, ctx, { workbookId, name: source, ...made.ingest.from }, committed, {
        written: written.map(writtenRows),
        actor,
        opKind: edit.op.kind,
      })
    : NOTHING_SETTLED
  const versionOf = new Map(committed.tables.map(({ tableId, editVersion }) => [tableId, editVersion]))
  const now = tables.map(({ tableId }, n) => versionOf.get(tableId) ?? versions[n] ?? 1)
  return { names, versions: now, opId: committed.opId, settled, overwritten }
}

/** What the file says beside its values, also where these are what they were. */
async function recordSaid(tx: Tx, ctx: Context, workbookId: string, tables: readonly BuiltTable[]) {
  await recordLooks(tx, ctx, workbookId, tables)
  await recordRemarks(tx, ctx, workbookId, tables.map(writtenRows))
}

type Planned = { names: readonly string[]; writes: readonly TableWrite[]; overwritten: Overwritten }

/** Where rows of tables that are there give way, the op can be undone. */
function editOf(
  { workbookId, source, actor, opKind, ingest }: MadeOf,
  written: readonly BuiltTable[],
  { names, writes, overwritten }: Planned,
): TableEdit {
  const rows = written.reduce((sum, { rowCount }) => sum + rowCount, 0)
  const summary = `Made ${names.length === 1 ? `table ${names[0]}` : `${names.length} tables`} of ${source}`
  const isOver = written.some(({ known }) => known !== null)
  return {
    workbookId,
    table: names.length === 1 ? (names[0] ?? source) : source,
    writes,
    op: {
      kind: isOver ? LANDING_KIND : opKind,
      actor,
      detail: {
        expected_version: null,
        unconditional: false,
        rows,
        summary,
        made_of: marksOf(written),
        ...overwrittenDetail(overwritten),
      },
    },
    auditDetail: { source, tables: names.slice(0, 100) },
    ...(ingest ? { ingest: { onViolation: ingest.onViolation } } : {}),
  }
}

/** One whose mark is not kept is never taken for the same. */
const marksOf = (tables: readonly BuiltTable[]) =>
  Object.fromEntries(tables.map(({ tableId, mark }) => [tableId, mark ?? '']))

/** Null: the table holds all of it already. What was read of a table that is there must be the newest still. */
function writeOf(table: TableToCommit, name: string): TableWrite | null {
  const { tableId, columns, nextColumnId, rowCount, layer } = table
  if (!table.known) {
    const create = { name, kind: 'table' as const, layer, description: null }
    const { segments } = table
    return {
      tableId,
      expected: null,
      kind: 'replace',
      columns,
      nextColumnId,
      segments,
      rowCount,
      nextRowId: rowCount + 1,
      create,
    }
  }
  const { known, matched } = table
  const at = { tableId, expected: known.editVersion, read: known.editVersion }
  const { content } = matched
  if (content.kind === 'rows') return content.rows.length > 0 ? { ...at, kind: 'rows', rows: content.rows } : null
  const { segments } = content
  return { ...at, kind: 'replace', columns, nextColumnId, segments, rowCount, overlays: [] }
}

async function freeTableName(tx: Tx, workbookId: string, name: string, taken: readonly string[]): Promise<string> {
  for (let n = 1, free = name; ; free = suffixedName(name, `_${++n}`))
    if (!taken.some((name) => nameKey(name) === nameKey(free)) && !(await isNameTaken(tx, workbookId, free)))
      return free
}

/** What became of the rows of a table. Those that were set aside did not come in. */
export function reportOf(table: BuiltTable, name: string, settled: Settled): RegionReport {
  const { staged, rowCount, tableId } = table
  const aside = countAside(settled, tableId)
  if (!table.known) return { staged, table: name, inserted: rowCount - aside, updated: 0, unchanged: 0, deleted: 0 }
  const { inserted, updated, unchanged, deleted } = table.matched
  const left = { inserted: Math.max(inserted - aside, 0), updated: updated - Math.max(aside - inserted, 0) }
  return { staged, table: name, ...left, unchanged, deleted }
}

type Materialized = {
  source: Source
  made: readonly { name: string; rowCount: number }[]
  structuring: Structuring
  actor: string | null
}

/** An event has room for so many names. */
const MOST_NAMES = 50

export async function emitMaterialized(tx: Tx, ctx: Context, { source, made, structuring, actor }: Materialized) {
  // Where some may not know how many rows there are, all who hear of it do not.
  const isCounted = !(await hasRowPolicies(tx, source.workbookId))
  await emitEvent(tx, ctx, {
    workbookId: source.workbookId,
    kind: 'source.materialized',
    actor,
    data: {
      source: { name: source.name, id: toWireId('src', source.sourceId) },
      artifacts: made
        .slice(0, MOST_NAMES)
        .map(({ name, rowCount }) => ({ name, row_count: isCounted ? rowCount : null })),
      structuring,
    },
  })
}
