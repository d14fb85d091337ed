import { Type } from 'typebox'
import { Nullish } from '../../platform/http/schema.ts'

/** What endpoints that take SQL have in common. */

const Parameter = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])
export const Sql = Type.String({
  minLength: 1,
  maxLength: 100_000,
  description: 'One SELECT, or WITH … SELECT. Tables go by their names, in double quotes where needed.',
  examples: ['SELECT region, sum(amount) AS total FROM sales WHERE paid >= ? GROUP BY 1'],
})
export const Params = Nullish(
  Type.Union([Type.Array(Parameter, { maxItems: 1_000 }), Type.Record(Type.String(), Parameter)], {
    description: 'A list for ?, or names and values for $name. A string takes whatever type is wanted where it stands.',
  }),
)
export const AsOf = Nullish(
  Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Asks what a snapshot has: its id, or version:<label>. Tables are named as they were then.',
  }),
)
