import type { Delta } from '../../../engine/table/table.ts'
import { findVersion, listDeltas } from '../../../engine/table/tables.store.ts'
import type { Context } from '../../../platform/context.ts'
import { hiddenCells, historyExpired, maskedColumn } from '../../policies/governance.errors.ts'
import type { OpenedTable } from '../../reading/open-readable-table.ts'
import {
  columnsGone,
  hiddenColumnsIn,
  isHiddenChanged,
  plainColumns,
  readWholeRows,
  visibleCells,
} from '../../reading/whole-rows.ts'
import { type CurrentRow, planUndo } from './plan-undo.ts'

/** The edits that take a version of a table back, and how many columns it wrote that are gone. */
export async function planFor(ctx: Context, opened: OpenedTable, version: number) {
  const deltas = await deltasOf(ctx, opened, version)
  const ids = deltas.map(({ rowId }) => rowId)
  return planOf(opened, deltas, await rowsOf(ctx, opened, ids))
}

/** Rows as they stand. */
export async function rowsOf(ctx: Context, opened: OpenedTable, rowIds: readonly number[]) {
  const rows = await readWholeRows(ctx, opened, rowIds)
  return new Map([...rows].map(([rowId, whole]) => [rowId, { seen: visibleCells(opened, whole), whole }]))
}

/** The edits that take a version back, of rows that are at hand. */
export function planOf(opened: OpenedTable, deltas: readonly Delta[], current: ReadonlyMap<number, CurrentRow>) {
  refuseIfHiddenWritten(opened, deltas)
  refuseIfHiddenLost(opened, deltas, current)
  const seen = deltas.map(({ rowId, op, cells, before }) => ({
    rowId,
    op,
    cells: cells && visibleCells(opened, cells),
    before: before && visibleCells(opened, before),
  }))
  const lostColumns = columnsGone(
    opened,
    deltas.flatMap(({ cells, before }) => [cells ?? [], before ?? []].flat()),
  )
  return { plan: planUndo(plainColumns(opened.table), seen, current), lostColumns }
}

export async function deltasOf({ db }: Context, { workbookId, artifactId, name }: OpenedTable, version: number) {
  const deltas = await listDeltas(db, workbookId, artifactId, [{ from: version, to: version }])
  if (deltas.length === 0 || !(await findVersion(db, workbookId, artifactId, version)))
    throw historyExpired(name, version)
  return deltas
}

/** A caller cannot bring back cells that they may not see. */
function refuseIfHiddenWritten(opened: OpenedTable, deltas: readonly Delta[]) {
  const stored = deltas.flatMap(({ cells, before }) => [cells ?? [], before ?? []].flat())
  const hidden = new Set(stored.flatMap((cells) => hiddenColumnsIn(opened, cells)))
  const named = [...hidden].filter(({ id }) => opened.table.columns.some((column) => column.id === id))
  if (hidden.size > 0) throw named.length > 0 ? maskedColumn(named.map(({ name }) => name)) : hiddenCells()
}

/** Nor take away those that were written since, in a row that would go or be made what it was; not by force either. */
function refuseIfHiddenLost(opened: OpenedTable, deltas: readonly Delta[], rows: ReadonlyMap<number, CurrentRow>) {
  for (const { rowId, op, cells, before } of deltas) {
    const [left, now] = [op === 'I' ? cells : before, rows.get(rowId)?.whole]
    if (op !== 'U' && left && now && isHiddenChanged(opened, left, now)) throw hiddenCells()
  }
}
