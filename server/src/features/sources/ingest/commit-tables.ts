import type { Context } from '../../../platform/context.ts'
import { assertState } from '../../../platform/errors.ts'
import { toWireId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/postgres.ts'
import type { TableWrite } from '../../../tabular/commit.ts'
import { limitReached } from '../../accounts/accounts.errors.ts'
import { nameKey, suffixedName } from '../../artifacts/artifact.ts'
import { countTables, isNameTaken } from '../../artifacts/artifacts.store.ts'
import { emitEvent } from '../../events/events.ts'
import { hasRowPolicies } from '../../governance/policies/rows/row-policies.store.ts'
import { commitTableEdit } from '../../tables/commit-table-edit.ts'
import { MOST_TABLES } from '../../tables/create-table.ts'
import type { OnViolation } from '../../tables/rules/writes-to-check.ts'
import { writtenRows } from '../origins/origins-of-tables.ts'
import { replaceQuarantined } from '../quarantine/replace-quarantined.ts'
import { NOTHING_SETTLED, type Settled, settleIngest } from '../quarantine/settle-ingest.ts'
import type { Source, Structuring } from '../source.ts'
import type { BuiltTable } from './build-tables.ts'
import { recordLooks } from './record-looks.ts'
import { recordRemarks } from './record-remarks.ts'

export type MadeOf = {
  workbookId: string
  source: string
  layer: 'raw' | 'base'
  actor: string | null
  opKind: 'source.materialize' | 'source.structure'
  /** Tables that were edited since they were looked at are not replaced. */
  isStrict?: boolean
  /** The file, where rows that break a rule may be set aside; null: as the rules of each table say. */
  ingest?: { from: Pick<Source, 'sourceId' | 'revision'>; onViolation: OnViolation | null }
}

/** `versions`: of the tables, in their order. */
export type CommittedTables = { names: string[]; versions: number[]; opId: number | null; settled: Settled }

/** Creates all tables of a source, or replaces their rows, in one commit. The caller holds the head lock. */
export async function commitTables(
  tx: Tx,
  ctx: Context,
  made: MadeOf,
  tables: readonly BuiltTable[],
): Promise<CommittedTables> {
  if (tables.length === 0) return { names: [], versions: [], opId: null, settled: NOTHING_SETTLED }
  const { workbookId, source, actor, opKind } = made
  if ((await countTables(tx, workbookId)) + tables.filter(({ known }) => !known).length > MOST_TABLES)
    throw limitReached('tables', MOST_TABLES)
  const names: string[] = []
  for (const { name, known } of tables) names.push(known?.name ?? (await freeTableName(tx, workbookId, name, names)))
  const replaced = tables.flatMap(({ known, tableId }) => (known ? [tableId] : []))
  await replaceQuarantined(tx, ctx, { workbookId, name: source }, replaced)
  const rows = tables.reduce((sum, { rowCount }) => sum + rowCount, 0)
  const summary = `Made ${names.length === 1 ? `table ${names[0]}` : `${names.length} tables`} of ${source}`
  const { committed } = await commitTableEdit({ ...ctx, db: tx }, workbookId, async () => ({
    edit: {
      workbookId,
      table: names.length === 1 ? (names[0] ?? source) : source,
      writes: tables.map((table, n) => writeOf(table, names[n] ?? table.name, made)),
      op: {
        kind: opKind,
        actor,
        detail: { expected_version: null, unconditional: false, rows, summary, made_of: marksOf(tables) },
      },
      auditDetail: { source, tables: names.slice(0, 100) },
      ...(made.ingest ? { ingest: { onViolation: made.ingest.onViolation } } : {}),
    },
  }))
  assertState(committed, 'creating tables committed nothing')
  await recordLooks(tx, ctx, workbookId, tables)
  const written = tables.map(writtenRows)
  await recordRemarks(tx, ctx, workbookId, written)
  const settled = made.ingest
    ? await settleIngest(tx, ctx, { workbookId, name: source, ...made.ingest.from }, committed, {
        written,
        actor,
        opKind,
      })
    : NOTHING_SETTLED
  const versionOf = new Map(committed.tables.map(({ tableId, editVersion }) => [tableId, editVersion]))
  return { names, versions: tables.map(({ tableId }) => versionOf.get(tableId) ?? 1), opId: committed.opId, settled }
}

/** So many marks an op has room for: tables beyond them are made again when they are asked for again. */
const MOST_MARKS = 200

const marksOf = (tables: readonly BuiltTable[]) =>
  Object.fromEntries(
    tables.slice(0, MOST_MARKS).flatMap(({ tableId, mark }) => (mark === null ? [] : [[tableId, mark]])),
  )

function writeOf(table: BuiltTable, name: string, { layer, isStrict = false }: MadeOf): TableWrite {
  const { tableId, columns, nextColumnId, segments, rowCount, known } = table
  const expected = isStrict && known ? known.editVersion : null
  const content = { tableId, expected, kind: 'replace' as const, columns, nextColumnId, segments, rowCount }
  if (known) return { ...content, overlays: [], read: known.editVersion }
  return { ...content, nextRowId: rowCount + 1, create: { name, kind: 'table', layer, description: null } }
}

async function freeTableName(tx: Tx, workbookId: string, name: string, taken: readonly string[]): Promise<string> {
  for (let n = 1, free = name; ; free = suffixedName(name, `_${++n}`))
    if (!taken.some((name) => nameKey(name) === nameKey(free)) && !(await isNameTaken(tx, workbookId, free)))
      return free
}

type Materialized = {
  source: Source
  made: readonly { name: string; rowCount: number }[]
  structuring: Structuring
  actor: string | null
}

/** An event has room for so many names. */
const MOST_NAMES = 50

export async function tellMaterialized(tx: Tx, ctx: Context, { source, made, structuring, actor }: Materialized) {
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
