import { type Static, Type } from 'typebox'
import { NamedObject, Nullable, Nullish, OneOf } from '../../platform/http/schema.ts'
import { RULE_KINDS } from './rule.ts'

/** Rules as they are sent and read. Which fields a kind takes is said in docs/rules.md; others are refused. */

const ColumnName = Type.String({ minLength: 1, maxLength: 200 })
const Value = Type.Union([Type.String({ maxLength: 10_000 }), Type.Number(), Type.Boolean()])

const FIELDS = {
  name: { ...Type.String({ minLength: 1, maxLength: 100 }), description: 'Of a row rule' },
  column: { ...ColumnName, description: 'Of a rule about one column' },
  columns: Type.Array(ColumnName, {
    minItems: 1,
    maxItems: 20,
    description: 'Of unique: together they are different in every row',
  }),
  min: { ...Value, description: 'Of range: the least value allowed' },
  max: { ...Value, description: 'Of range: the greatest value allowed' },
  pattern: Type.String({ minLength: 1, maxLength: 1_000, description: 'Of pattern: RE2, for the whole text' }),
  values: Type.Array(Value, { minItems: 1, maxItems: 1_000, description: 'Of one_of' }),
  table: Type.String({ minLength: 1, maxLength: 200, description: 'Of reference: the table referred to' }),
  table_column: { ...ColumnName, description: 'Of reference: the column of that table' },
  expression: Type.String({
    minLength: 1,
    maxLength: 4_000,
    description: 'Of row: a condition over the columns of the row',
  }),
  message: Type.String({ minLength: 1, maxLength: 500, description: 'What a person reads whose row breaks the rule' }),
}

export const SentRule = NamedObject('RuleToSet', {
  kind: OneOf(RULE_KINDS),
  name: Nullish(FIELDS.name),
  column: Nullish(FIELDS.column),
  columns: Nullish(FIELDS.columns),
  min: Nullish(FIELDS.min),
  max: Nullish(FIELDS.max),
  pattern: Nullish(FIELDS.pattern),
  values: Nullish(FIELDS.values),
  table: Nullish(FIELDS.table),
  table_column: Nullish(FIELDS.table_column),
  expression: Nullish(FIELDS.expression),
  message: Nullish(FIELDS.message),
})
export type SentRule = Static<typeof SentRule>

export const RuleInfo = NamedObject('Rule', {
  kind: OneOf(RULE_KINDS),
  name: Nullable(Type.String()),
  column: Nullable(Type.String()),
  columns: Nullable(Type.Array(Type.String())),
  min: Nullable(Value),
  max: Nullable(Value),
  pattern: Nullable(Type.String()),
  values: Nullable(Type.Array(Value)),
  table: Nullable(Type.String()),
  table_column: Nullable(Type.String()),
  expression: Nullable(Type.String()),
  message: Nullable(Type.String()),
  in_force: Type.Boolean({ description: 'False: a column or table that it names is not there now' }),
})

/** A row that breaks a rule; what is hidden from the caller is null. */
export const BrokenRule = NamedObject('BrokenRule', {
  table: Type.String(),
  rule: Nullable(
    Type.Object({ kind: Type.String(), name: Nullable(Type.String()), columns: Type.Array(Type.String()) }),
  ),
  row_id: Nullable(Type.Integer()),
  index: Nullable(Type.Integer()),
  message: Type.String(),
})
