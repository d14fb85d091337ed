import { toWireId } from '../../platform/ids.ts'
import type { OpenedTable } from '../governance/open-readable-table.ts'
import { visibleValue } from '../governance/visible-value.ts'
import type { Conflict } from './conflict.ts'

/** A conflict as a caller may see it: of a masked column without values, of a denied one without its name too. */
export function presentConflict(conflict: Conflict, opened: OpenedTable | undefined) {
  const column = opened?.table.columns.find(({ id }) => id === conflict.columnId)
  const show = (text: string | null) => (opened ? visibleValue(opened.table, conflict.columnId, text) : null)
  return {
    conflict_id: toWireId('cf', conflict.conflictId),
    kind: conflict.kind,
    status: conflict.resolvedAt === null ? ('open' as const) : ('closed' as const),
    resolution: conflict.resolution,
    table: opened?.name ?? null,
    row_id: conflict.rowId,
    column: column?.name ?? null,
    base_value: show(conflict.baseValue),
    prior_value: show(conflict.priorValue),
    value: show(conflict.value),
    branch_id: conflict.branchId && toWireId('br', conflict.branchId),
    op_id: conflict.opId,
    actor: conflict.actor,
    created_at: conflict.createdAt.toISOString(),
    resolved_at: conflict.resolvedAt?.toISOString() ?? null,
    resolved_by: conflict.resolvedBy,
    note: conflict.note,
  }
}
