import {
  COLUMN_ROLES,
  LAYOUTS,
  ON_ERROR,
  OUTPUT_KINDS,
  REGION_KINDS,
} from '@bindery/spreadsheet/parse-spec/parse-spec.ts'
import { Type } from 'typebox'
import { Nullable, OneOf } from '../../http/schema.ts'
import {
  Alternative,
  CellOrRange,
  Hierarchy,
  Letters,
  PeriodAxis,
  Range,
  ReshapeSteps,
  RowNumber,
  RowRoles,
  RowUnits,
  ShortText,
  Total,
  Unit,
} from './region-schema.ts'

/** A parse spec as it comes back: every decision of the analysis in its shape, so that each can be made otherwise. */

const MOST_REGIONS = 500
const MOST_COLUMNS = 16_384

const Reader = Type.Object({
  format: ShortText,
  encoding: Nullable(ShortText),
  encoding_confidence: Nullable(Type.Number()),
  delimiter: Nullable(Type.String({ minLength: 1, maxLength: 1 })),
  quote_char: Nullable(Type.String({ minLength: 1, maxLength: 1 })),
  escape_char: Nullable(Type.String({ minLength: 1, maxLength: 1 })),
  locale: ShortText,
  date_order: OneOf(['YMD', 'DMY', 'MDY']),
  decimal_char: Type.String({ minLength: 1, maxLength: 1 }),
  group_char: Type.String({ maxLength: 1 }),
  null_values: Type.Array(ShortText, { maxItems: 100 }),
  trim: Type.Boolean(),
  timezone: Nullable(ShortText),
  date_1904: Type.Boolean(),
  include_hidden: Type.Boolean(),
  formulas: OneOf(['cached_values']),
  fiscal_year_start_month: Type.Integer({ minimum: 1, maximum: 12 }),
})

const Evidence = Type.Object({
  rows: Type.Integer(),
  nulls: Type.Integer(),
  nonconforming: Type.Integer(),
  leading_zero: Type.Integer(),
  max_digits: Type.Integer(),
  ambiguous_dates: Type.Integer(),
  samples: Type.Array(Type.String()),
})

const Column = Type.Object({
  source_column: Letters,
  header: Nullable(Type.String()),
  header_cells: Type.Optional(Type.Array(CellOrRange, { maxItems: 20 })),
  name: Type.String({ minLength: 1, maxLength: 200 }),
  type: Type.String({ minLength: 1, maxLength: 50 }),
  format: Nullable(ShortText),
  unit: Nullable(ShortText),
  scale: Type.Optional(Type.Number()),
  role: OneOf(COLUMN_ROLES),
  include: Type.Boolean(),
  nullable: Type.Boolean(),
  on_error: OneOf(ON_ERROR),
  confidence: Type.Number(),
  evidence: Evidence,
})

const Region = Type.Object({
  region_id: Type.String({ minLength: 1, maxLength: 60 }),
  sheet: Type.String({ maxLength: 300 }),
  kind: OneOf(REGION_KINDS),
  range: Range,
  layout: OneOf(LAYOUTS),
  orientation: OneOf(['rows', 'columns']),
  header_rows: Type.Array(RowNumber, { maxItems: 20 }),
  header_join: ShortText,
  fill_merged: OneOf(['none', 'header', 'down', 'all']),
  data_range: Range,
  label_columns: Type.Array(ShortText, { maxItems: MOST_COLUMNS }),
  unit: Nullable(Unit),
  row_units: Type.Optional(RowUnits),
  attributes: Type.Optional(Type.Array(CellOrRange)),
  title: Nullable(Type.String()),
  confidence: Type.Number(),
  evidence: Type.Array(ShortText),
  columns: Type.Array(Column, { maxItems: MOST_COLUMNS }),
  row_roles: RowRoles,
  totals: Type.Array(Total),
  period_axis: Nullable(PeriodAxis),
  reshape: Nullable(ReshapeSteps),
  hierarchy: Nullable(Hierarchy),
  outputs: Type.Array(
    Type.Object({
      name: Type.String({ minLength: 1, maxLength: 1_000 }),
      kind: OneOf(OUTPUT_KINDS),
      level: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    { maxItems: 100 },
  ),
  dropped: Type.Optional(Type.Array(Type.Object({ range: CellOrRange, why: Type.String() }))),
  alternatives: Type.Array(Alternative, { maxItems: 20 }),
})

export const ParseSpecBody = Type.Object({
  spec_version: Type.Integer({ minimum: 1 }),
  revision: Type.Integer(),
  source_name: ShortText,
  sha256: ShortText,
  reader: Reader,
  regions: Type.Array(Region, { maxItems: MOST_REGIONS }),
  overrides: Type.Array(
    Type.Object({
      path: ShortText,
      value: Type.Optional(Type.Unknown()),
      actor: Nullable(Type.String()),
      at: Type.String(),
    }),
  ),
  warnings: Type.Array(
    Type.Object({
      code: Type.String(),
      region_id: Nullable(Type.String()),
      column: Nullable(Type.String()),
      count: Type.Integer(),
      message: Type.String(),
    }),
  ),
})
