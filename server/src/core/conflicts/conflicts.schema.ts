import { Type } from 'typebox'
import { CellValue, NamedObject, Nullable, OneOf, Time } from '../../platform/http/schema.ts'
import { toWireId } from '../../platform/ids.ts'
import type { OpenedTable } from '../reading/open-readable-table.ts'
import { visibleValue } from '../reading/visible-value.ts'
import { CONFLICT_ACTIONS, CONFLICT_KINDS, type Conflict } from './conflict.ts'

const Text = Nullable(Type.String())
const Who = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

/** A conflict in any answer that has one. */
export const ConflictBody = NamedObject('Conflict', {
  conflict_id: Type.String(),
  kind: OneOf(CONFLICT_KINDS),
  status: OneOf(['open', 'closed']),
  resolution: Nullable(OneOf([...CONFLICT_ACTIONS, 'superseded'])),
  table: Text,
  row_id: Type.Integer(),
  column: Text,
  base_value: CellValue,
  prior_value: CellValue,
  value: CellValue,
  branch_id: Text,
  op_id: Type.Integer(),
  actor: Who,
  created_at: Time,
  resolved_at: Nullable(Time),
  resolved_by: Type.Union([Who, Type.Null()]),
  note: Text,
})

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
