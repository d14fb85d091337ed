import { actorOf } from '../../../core/audit/actor.ts'
import { updateConflictsOfCells } from '../../../core/conflicts/conflicts.store.ts'
import { maskedColumn } from '../../../core/policies/governance.errors.ts'
import { type OpenedTable, openReadableTable } from '../../../core/reading/open-readable-table.ts'
import { visibleIn, visibleValue } from '../../../core/reading/visible-value.ts'
import { commitTableEdit, type TableEdit } from '../../../core/tables/commit-table-edit.ts'
import { type EditPlace, openTableForCells } from '../../../core/tables/open-editable-table.ts'
import type { Committed } from '../../../engine/table/commit.ts'
import type { Context } from '../../../platform/context.ts'
import { assertState, notFound } from '../../../platform/errors.ts'
import { toWireId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import type { VisibleValue } from '../../../platform/visible-value.ts'
import { findOverride, listOverrides, type Override, type OverrideKey } from './overrides.store.ts'

export type OverridePage = { limit: number; after: readonly [rowId: number, columnId: number] | null }

/** What people wrote over a derived table, by row: as far as the caller may see its columns. */
export async function readOverrides(ctx: Context, { workbookId, name }: EditPlace, { limit, after }: OverridePage) {
  const opened = await openReadableTable(ctx, workbookId, name, { role: 'viewer' })
  const seen = new Set(opened.table.columns.map(({ id }) => id))
  const all = (await listOverrides(ctx.db, workbookId, opened.artifactId)).filter(({ columnId }) => seen.has(columnId))
  const rest = after ? all.filter((override) => isBehind(override, after)) : all
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  return {
    overrides: page.map((override) => presentOverride(opened, override)),
    next: rest.length > limit && last ? ([last.rowId, last.columnId] as const) : null,
  }
}

const isBehind = ({ rowId, columnId }: Override, [row, column]: readonly [number, number]) =>
  rowId > row || (rowId === row && columnId > column)

function presentOverride({ name, table }: OpenedTable, override: Override) {
  const column = table.columns.find(({ id }) => id === override.columnId)
  const show = (text: string | null) => visibleValue(table, override.columnId, text)
  return {
    override_id: toWireId('ovr', override.overrideId),
    table: name,
    row_id: override.rowId,
    column: column?.name ?? '',
    value: show(override.value),
    base_value: show(override.baseValue),
    op_id: override.opId,
    actor: override.actor,
    stale: override.stale,
  }
}

/** `value`: what shows now, which is what the transform makes. */
type DroppedOverride = {
  editVersion: number
  opId: number
  value: VisibleValue | null
  stale: readonly string[]
}

/** Takes an override away: the cell shows again what the transform makes of it, and what is derived from it is stale. */
export async function dropOverride(
  ctx: Context,
  place: EditPlace,
  overrideId: string,
  drop: OverrideDrop,
): Promise<DroppedOverride> {
  return inTransaction(ctx.db, async (tx) => {
    const { prepared, committed } = await commitOverrideDrop({ ...ctx, db: tx }, place, { id: overrideId }, drop)
    const [written] = committed.tables
    assertState(written, 'a commit that wrote nothing')
    const { rowId, columnId } = prepared.override
    const by = { resolution: 'drop_override', resolvedBy: actorOf(ctx, drop.actor) } as const
    const table = { workbookId: place.workbookId, tableId: written.tableId }
    await updateConflictsOfCells(tx, table, [{ rowId, columnId }], by)
    return { editVersion: written.editVersion, opId: committed.opId, value: prepared.shown, stale: committed.stale }
  })
}

type OverrideDrop = { expected: number | null; actor: string | null }

/** `shown`: what the cell shows then, as the wire has it. */
type DropEdit = { edit: TableEdit; override: Override; shown: VisibleValue | null }

/** Writes what the transform makes in the place of an override, named by its id or its cell. Conflicts about it stay open. */
export async function commitOverrideDrop(
  ctx: Context,
  place: EditPlace,
  key: OverrideKey,
  drop: OverrideDrop,
): Promise<{ prepared: DropEdit; committed: Committed }> {
  const { prepared, committed } = await commitTableEdit(ctx, place.workbookId, () => prepare(ctx, place, key, drop))
  assertState(committed, 'dropping an override committed nothing')
  return { prepared, committed }
}

async function prepare(
  ctx: Context,
  place: EditPlace,
  key: OverrideKey,
  { expected, actor }: OverrideDrop,
): Promise<DropEdit> {
  const opened = await openTableForCells(ctx, place, expected)
  const override = await findOverride(ctx.db, opened.workbookId, opened.artifactId, key)
  if (!override) throw notFound('override', 'id' in key ? key.id : `of row ${key.rowId}`)
  const column = columnOf(opened, override)
  const { rowId, columnId, value, madeValue } = override
  const rows = [{ op: 'U' as const, rowId, cells: { [columnId]: madeValue }, before: { [columnId]: value } }]
  const detail = {
    expected_version: expected,
    unconditional: expected === null,
    rows: 1,
    summary: `Dropped the override of ${column.name} in row ${rowId}`,
  }
  const edit = {
    workbookId: opened.workbookId,
    table: opened.name,
    writes: [{ tableId: opened.artifactId, expected, read: opened.editVersion, kind: 'rows' as const, rows }],
    op: { kind: 'override.drop', actor, detail },
  }
  return { edit, override, shown: visibleIn(column, madeValue) }
}

/** A caller who may not see a cell may not change it either. */
function columnOf({ table }: OpenedTable, { columnId, overrideId }: Override) {
  const column = table.columns.find(({ id }) => id === columnId)
  if (!column) throw notFound('override', toWireId('ovr', overrideId))
  if (column.isMasked) throw maskedColumn([column.name])
  return column
}
