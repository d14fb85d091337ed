import { Type } from 'typebox'
import { CellValue, Nullable, OneOf, Time } from '../../http/schema.ts'
import { CONFLICT_ACTIONS, CONFLICT_KINDS } from './conflict.ts'

const Text = Nullable(Type.String())
const Who = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

/** A conflict in any answer that tells of one. */
export const ConflictBody = Type.Object({
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
