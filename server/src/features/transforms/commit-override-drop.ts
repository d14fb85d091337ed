import type { Context } from '../../platform/context.ts'
import { assertState, notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import type { VisibleValue } from '../../platform/visible-value.ts'
import { maskedColumn } from '../governance/governance.errors.ts'
import type { OpenedTable } from '../governance/open-readable-table.ts'
import { visibleIn } from '../governance/visible-value.ts'
import { type CommittedEdit, commitTableEdit, type TableEdit } from '../tables/commit-table-edit.ts'
import { type EditPlace, openTableForCells } from '../tables/open-editable-table.ts'
import { findOverride, type Override, type OverrideKey } from './overrides.store.ts'

export type OverrideDrop = { expected: number | null; actor: string | null }

/** `shown`: what the cell shows then, as the wire has it. */
export type DropEdit = TableEdit & { override: Override; shown: VisibleValue | null }

/** Writes what the transform makes in the place of an override, named by its id or its cell. Conflicts about it stay open. */
export async function commitOverrideDrop(
  ctx: Context,
  place: EditPlace,
  key: OverrideKey,
  drop: OverrideDrop,
): Promise<CommittedEdit<DropEdit>> {
  const done = await commitTableEdit(ctx, place.workbookId, () => prepare(ctx, place, key, drop))
  assertState(done, 'an override that nobody dropped')
  return done
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
  return {
    workbookId: opened.workbookId,
    table: opened.name,
    writes: [{ tableId: opened.artifactId, expected, read: opened.editVersion, kind: 'd', rows }],
    op: { kind: 'override.drop', actor, detail },
    override,
    shown: visibleIn(column, madeValue),
  }
}

/** Whoever may not see a cell may not change it either. */
function columnOf({ table }: OpenedTable, { columnId, overrideId }: Override) {
  const column = table.columns.find(({ id }) => id === columnId)
  if (!column) throw notFound('override', toWireId('ovr', overrideId))
  if (column.isMasked) throw maskedColumn([column.name])
  return column
}
