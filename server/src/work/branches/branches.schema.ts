import { Type } from 'typebox'
import type { NewConflict } from '../../core/conflicts/conflict.ts'
import { ConflictBody, presentConflict } from '../../core/conflicts/conflicts.schema.ts'
import { visibleValue } from '../../core/reading/visible-value.ts'
import { CellValue, NamedObject, Nullable, OneOf, Time } from '../../platform/http/schema.ts'
import { toWireId } from '../../platform/ids.ts'
import type { MergeChange } from './merge-changes.ts'
import type { Merged } from './merge-request.ts'

/** What merge and sync say alike. */

/** Of a dry run a conflict is nowhere yet: it has no id, no op and no time. */
const FoundConflict = NamedObject('FoundConflict', {
  ...ConflictBody.properties,
  conflict_id: Nullable(Type.String()),
  op_id: Nullable(Type.Integer()),
  actor: Nullable(ConflictBody.properties.actor),
  created_at: Nullable(Time),
})

export const MERGE_FIELDS = {
  branch_id: Type.String(),
  table: Type.String(),
  inserted: Type.Integer(),
  updated: Type.Integer(),
  deleted: Type.Integer(),
  cells_written: Type.Integer(),
  conflicts: Type.Array(FoundConflict, { description: 'At most 100 of them' }),
  conflict_count: Type.Integer(),
  changes: Type.Optional(
    Type.Array(
      Type.Object({
        kind: OneOf(['updated', 'inserted', 'deleted']),
        row_id: Nullable(Type.Integer({ description: 'Null for a row that the table does not have yet' })),
        new_row: Nullable(Type.Integer({ description: 'Which of the new rows, counting from 1' })),
        column: Nullable(Type.String({ description: 'Null for a row that is deleted' })),
        before: CellValue,
        value: CellValue,
      }),
      {
        description:
          'Of a dry run: each cell that would be written, and each row that would be deleted, at most 10,000. Cells of conflicts that are written are among them',
      },
    ),
  ),
  skipped: Type.Array(Type.Object({ row: Type.Integer(), column: Nullable(Type.String()), code: Type.String() }), {
    description:
      'Rows and cells of the file that were not taken as they stand, at most 1000; rows as the sheet counts. Of a file that holds a part of a table, rows of other parts are left out as foreign_row',
  }),
  skipped_count: Type.Integer(),
  ignored_columns: Type.Array(Type.String()),
  edit_version: Type.Integer(),
  op_id: Nullable(Type.Integer()),
  stale: Type.Array(Type.String()),
}

export function presentMerged(merged: Merged) {
  return {
    branch_id: toWireId('br', merged.branchId),
    table: merged.opened.name,
    inserted: merged.inserted,
    updated: merged.updated,
    deleted: merged.deleted,
    cells_written: merged.cellsWritten,
    conflicts: merged.conflicts.map((conflict) =>
      'conflictId' in conflict ? presentConflict(conflict, merged.opened) : presentFound(conflict, merged),
    ),
    conflict_count: merged.conflictCount,
    ...(merged.changes ? { changes: merged.changes.map((change) => presentChange(change, merged)) } : {}),
    skipped: merged.skipped.map(({ row, column, code }) => ({ row, column, code })),
    skipped_count: merged.skippedCount,
    ignored_columns: merged.ignoredColumns,
    edit_version: merged.editVersion,
    op_id: merged.opId,
    stale: merged.stale,
  }
}

function presentChange({ kind, rowId, newRow, column, before, value }: MergeChange, { opened }: Merged) {
  const show = (text: string | null) => (column ? visibleValue(opened.table, column.id, text) : null)
  return {
    kind,
    row_id: rowId,
    new_row: newRow,
    column: column?.name ?? null,
    before: show(before),
    value: show(value),
  }
}

function presentFound(conflict: NewConflict, { opened, branchId }: Merged) {
  const column = opened.table.columns.find(({ id }) => id === conflict.columnId)
  const show = (text: string | null) => visibleValue(opened.table, conflict.columnId, text)
  return {
    conflict_id: null,
    kind: conflict.kind,
    status: 'open',
    resolution: null,
    table: opened.name,
    row_id: conflict.rowId,
    column: column?.name ?? null,
    base_value: show(conflict.baseValue),
    prior_value: show(conflict.priorValue),
    value: show(conflict.value),
    branch_id: toWireId('br', branchId),
    op_id: null,
    actor: null,
    created_at: null,
    resolved_at: null,
    resolved_by: null,
    note: null,
  }
}
