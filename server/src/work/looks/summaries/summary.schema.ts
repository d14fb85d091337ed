import { type Static, Type } from 'typebox'
import { ColumnName, Conditions } from '../../../core/tables/conditions/conditions.schema.ts'
import { MEASURES, PERIODS } from '../../../engine/reading/summary-sql.ts'
import { NamedObject, Nullish, OneOf } from '../../../platform/http/schema.ts'

const Group = NamedObject('SummaryGroup', {
  column: ColumnName,
  by: Nullish(OneOf(PERIODS)),
})

export const SummaryBody = NamedObject('Summary', {
  table: Type.String({ minLength: 1, maxLength: 200 }),
  filter: Type.Optional(Conditions),
  group_by: Type.Optional(
    Type.Array(Group, { maxItems: 4, description: 'A row for each combination of values; days by a period' }),
  ),
  measures: Type.Array(Type.Object({ function: OneOf(MEASURES), column: Nullish(ColumnName) }), {
    minItems: 1,
    maxItems: 10,
    description: 'count without a column counts rows',
  }),
  pivot: Nullish(Group),
  top: Nullish(
    Type.Object(
      {
        count: Type.Integer({ minimum: 1, maximum: 1_000 }),
        measure: Type.Optional(Type.Integer({ minimum: 0, maximum: 9, default: 0 })),
      },
      { description: 'Only the groups with the largest values of a measure' },
    ),
  ),
  order: Nullish(OneOf(['groups', 'ascending', 'descending'])),
})

export type SentSummary = Static<typeof SummaryBody>
