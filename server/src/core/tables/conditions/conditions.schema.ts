import { type Static, Type } from 'typebox'
import { NamedObject, OneOf } from '../../../platform/http/schema.ts'

export const CONDITION_OPS = [
  '=', '!=', '<', '<=', '>', '>=', 'between', 'contains', 'not_contains', 'starts_with', 'is_null', 'not_null', 'in', 'not_in',
] as const // biome-ignore format: a list

const Value = Type.Union([Type.String({ maxLength: 10_000 }), Type.Number(), Type.Boolean(), Type.Null()])

export const ColumnName = Type.String({ minLength: 1, maxLength: 200 })

export const ConditionBody = NamedObject('Condition', {
  column: ColumnName,
  op: OneOf(CONDITION_OPS),
  value: Type.Optional(Value),
  to: Type.Optional(Type.Union(Value.anyOf, { description: 'The upper end of between, itself included' })),
  values: Type.Optional(Type.Array(Value, { maxItems: 1_000, description: 'Of in and not_in; null is an empty cell' })),
})

/** All of them hold; one that is left out chooses nothing. */
export const Conditions = Type.Array(ConditionBody, {
  maxItems: 100,
  description: 'Rows that fulfil all of these',
})

export type SentCondition = Static<typeof ConditionBody>
