import { frozenTable, tableAtVersion } from '../../core/reading/frozen-table.ts'
import type { OpenedTable } from '../../core/reading/open-readable-table.ts'
import { rowsChangedSince } from '../../core/reading/rows-changed-since.ts'
import { readWholeRows } from '../../core/reading/whole-rows.ts'
import { pairChosenRows, pairRows, type Side } from '../../engine/reading/pair-rows.ts'
import type { Reader } from '../../engine/reading/reader.ts'
import type { RowEdit } from '../../engine/table/commit.ts'
import type { ReadableTable } from '../../engine/table/readable-table.ts'
import { type Column, wholeRow } from '../../engine/table/table.ts'
import { parseValue } from '../../engine/values/values.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { type Branch, type Part, partFilter } from './branch.ts'
import { suspiciousDeletion } from './branches.errors.ts'
import { partColumn } from './branches.ts'
import type { MergeOptions } from './merge-request.ts'
import { type MergedColumn, type MergePlan, newMergePlanner, rowDeleted } from './plan-merge.ts'
import type { ReturnedFile } from './read-returned-file.ts'
import { columnsToMerge, rowsById, sheetOf } from './sheet-to-merge.ts'

/** What a file would do to a table at the version it has. */
export type TableMerge = { opened: OpenedTable; plan: MergePlan; edits: RowEdit[]; ignored: readonly string[] }

/** Compares what was sent out, what came back, and what is there now. */
export async function planTableMerge(
  ctx: Context,
  opened: OpenedTable,
  branch: Branch,
  file: ReturnedFile,
  { mode, allowsDeletes }: Pick<MergeOptions, 'mode' | 'allowsDeletes'>,
): Promise<TableMerge> {
  const current = frozenTable(opened.table)
  const base = await tableAtVersion(ctx.db, current, branch.baseVersion)
  const sheet = sheetOf(file, branch, base)
  const { merged, ignored } = columnsToMerge(sheet, branch, base, current)
  const then = { table: base, columnIds: merged.map((column) => column.base.id) }
  const now = { table: current, columnIds: merged.map((column) => column.current.id) }
  const part = branch.part && partOf(branch, branch.part, { base, current, merged })
  const planner = newMergePlanner(merged, rowsById(sheet), mode, part?.merged ?? null)
  const pairs = part ? part.pairs(ctx.reader, then, now) : pairRows(ctx.reader, then, now)
  for await (const pair of pairs) planner.take(pair)
  const found = planner.finish()
  const changed = await rowsChangedSince(ctx, opened, branch.baseVersion, found.deletions)
  const plan = withoutChanged(found, changed)
  const { absentRows, baseRows } = plan
  if (absentRows > baseRows / 2 && !allowsDeletes) throw suspiciousDeletion(opened.name, absentRows, baseRows)
  return { opened, plan, edits: await editsOf(ctx, opened, plan), ignored }
}

type Sides = { base: ReadableTable; current: ReadableTable; merged: readonly MergedColumn[] }

/** Which rows the file may be about, and how they are read: those of the part as it went out, wherever they are now. */
function partOf({ branchId }: Branch, part: Part, { base, current, merged }: Sides) {
  const [then, now] = [base, current].map((table) => partColumn(table, part))
  // A bundle may hold any value.
  const isValue = then !== undefined && 'text' in parseValue(then.type, part.value)
  if (!then || !now || !isValue) throw notFound('branch', toWireId('br', branchId))
  const place = merged.findIndex((column) => column.current.id === now.id)
  const value = asNow(then, now, part.value)
  const extra = place < 0
  return {
    merged: { column: now, value, place: extra ? merged.length : place },
    pairs: (reader: Reader, before: Side, after: Side) =>
      pairChosenRows(
        reader,
        { ...before, columnIds: extra ? [...before.columnIds, then.id] : before.columnIds },
        { ...after, columnIds: extra ? [...after.columnIds, now.id] : after.columnIds },
        partFilter(then.id, part),
      ),
  }
}

/** A column may have another type since; what that cannot hold is in no row of it. */
function asNow(then: Column, now: Column, value: string | null): string | null {
  const parsed = then.id === now.id ? { text: value } : parseValue(now.type, value)
  return 'text' in parsed ? parsed.text : null
}

/** A row that changed in a cell which is not in the file, or which the caller does not see, is not deleted: that is a conflict. */
function withoutChanged(plan: MergePlan, changed: ReadonlySet<number>): MergePlan {
  if (changed.size === 0) return plan
  const deletions = plan.deletions.filter((rowId) => !changed.has(rowId))
  return { ...plan, deletions, conflicts: [...plan.conflicts, ...[...changed].map(rowDeleted)] }
}

/** A deleted row is kept whole, as deletions are. */
async function editsOf(ctx: Context, opened: OpenedTable, plan: MergePlan): Promise<RowEdit[]> {
  const { schema } = opened
  const rows = await readWholeRows(ctx, opened, plan.deletions, { isPast: true })
  return [
    ...plan.updates.map((update): RowEdit => ({ op: 'U', ...update })),
    ...[...rows].map(([rowId, before]): RowEdit => ({ op: 'D', rowId, cells: null, before })),
    ...plan.insertions.map(
      (cells): RowEdit => ({ op: 'I', rowId: null, cells: wholeRow(schema, cells), before: null }),
    ),
  ]
}
