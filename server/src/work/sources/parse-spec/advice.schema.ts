import {
  ADVISED_KINDS,
  ADVISED_OPERATIONS,
  COLUMN_ROLES,
  ROW_ROLES,
} from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { Type } from 'typebox'
import { Nullable, named, OneOf } from '../../../platform/http/schema.ts'
import { ColumnName, GivenReshapeSteps, Letters, Range, RowNumber } from './region-parts.schema.ts'

const RegionId = Type.String({ minLength: 1, maxLength: 60 })

export const MOST_OPERATIONS = 8
export const LONGEST_REASON = 200

/** An operation that an adviser may suggest; its `op` says which of the other members it has. */
const AdvisedOperation = named(
  'AdvisedOperation',
  Type.Object(
    {
      op: OneOf(ADVISED_OPERATIONS),
      region: Type.Optional(RegionId),
      regions: Type.Optional(Type.Array(RegionId, { minItems: 2, maxItems: 20 })),
      kind: Type.Optional(OneOf(ADVISED_KINDS)),
      range: Type.Optional(Range),
      rows: Type.Optional(Type.Array(RowNumber, { maxItems: 500 })),
      columns: Type.Optional(Type.Array(ColumnName, { minItems: 1, maxItems: 200 })),
      role: Type.Optional(OneOf([...new Set([...ROW_ROLES, ...COLUMN_ROLES])])),
      reshape: Type.Optional(Nullable(GivenReshapeSteps)),
      at_row: Type.Optional(RowNumber),
      at_column: Type.Optional(Letters),
    },
    { additionalProperties: false },
  ),
)

export const Advice = named(
  'Advice',
  Type.Object(
    {
      reason: Type.String({ maxLength: LONGEST_REASON, description: 'In the words of the adviser' }),
      operations: Type.Array(AdvisedOperation, { minItems: 1, maxItems: MOST_OPERATIONS }),
    },
    { description: 'An adviser suggested this choice: answering with it makes these operations' },
  ),
)
