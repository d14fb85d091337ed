import { Type } from 'typebox'
import { CONFLICT_ACTIONS, CONFLICT_KINDS } from './conflict.ts'

const Maybe = (schema: ReturnType<typeof Type.String> | ReturnType<typeof Type.Unsafe<string>>) =>
  Type.Union([schema, Type.Null()])
const Word = (words: readonly string[]) => Type.Unsafe<string>({ type: 'string', enum: [...words] })
const Text = Maybe(Type.String())
const Moment = Type.String({ format: 'date-time' })
const Who = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

/** A conflict in any answer that tells of one. */
export const ConflictBody = Type.Object({
  conflict_id: Type.String(),
  kind: Word(CONFLICT_KINDS),
  status: Word(['open', 'closed']),
  resolution: Maybe(Word([...CONFLICT_ACTIONS, 'superseded'])),
  table: Text,
  row_id: Type.Integer(),
  column: Text,
  base_value: Type.Unknown(),
  prior_value: Type.Unknown(),
  value: Type.Unknown(),
  branch_id: Text,
  op_id: Type.Integer(),
  actor: Who,
  created_at: Moment,
  resolved_at: Maybe(Moment),
  resolved_by: Type.Union([Who, Type.Null()]),
  note: Text,
})
