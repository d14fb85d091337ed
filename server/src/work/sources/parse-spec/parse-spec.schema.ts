import {
  COLUMN_ROLES,
  LAYOUTS,
  ON_ERROR,
  OUTPUT_KINDS,
  QUESTION_CODES,
  REGION_KINDS,
} from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { Type } from 'typebox'
import { NamedObject, Nullable, named, OneOf } from '../../../platform/http/schema.ts'
import { Advice } from './advice.schema.ts'
import {
  Cell,
  CellOrRange,
  ColumnName,
  Correction,
  Hierarchy,
  Letters,
  MOST_COLUMNS,
  PeriodAxis,
  Range,
  ReadAs,
  ReshapeSteps,
  RowNumber,
  RowRoles,
  RowUnits,
  ShortText,
  Total,
  Unit,
} from './region-parts.schema.ts'
import { TableChecks } from './table-check.schema.ts'
import { TemplateMisses, TemplateTaken } from './template-spec.schema.ts'

/** What would be different is a part of a region, as it is. */
const RegionPatch = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

const Alternative = NamedObject('AlternativeReading', {
  rank: Type.Integer(),
  confidence: Type.Number(),
  summary: Type.String(),
  patch: RegionPatch,
})

const Question = NamedObject('SpecQuestion', {
  code: OneOf(QUESTION_CODES),
  text: Type.String(),
  choices: Type.Array(Type.Object({ text: Type.String(), patch: RegionPatch, advice: Type.Optional(Advice) }), {
    minItems: 1,
    maxItems: 10,
  }),
})

/** A parse spec as it comes back: every decision of the analysis in its shape, so that each can be made otherwise. */

const MOST_REGIONS = 500

const Reader = NamedObject('Reader', {
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

const Evidence = NamedObject('Evidence', {
  rows: Type.Integer(),
  nulls: Type.Integer(),
  nonconforming: Type.Integer(),
  leading_zero: Type.Integer(),
  max_digits: Type.Integer(),
  ambiguous_dates: Type.Integer(),
  samples: Type.Array(Type.String()),
})

const Column = NamedObject('SpecColumn', {
  source_column: Letters,
  header: Nullable(Type.String()),
  header_cells: Type.Optional(Type.Array(CellOrRange, { maxItems: 20 })),
  name: Type.String({ minLength: 1, maxLength: 200 }),
  value_cell: Type.Optional(Cell),
  is_inside: Type.Optional(Type.Boolean()),
  type: Type.String({ minLength: 1, maxLength: 50 }),
  format: Nullable(ShortText),
  unit: Nullable(ShortText),
  scale: Type.Optional(Type.Number()),
  number_format: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
  link_to: Type.Optional(Nullable(ColumnName)),
  role: OneOf(COLUMN_ROLES),
  include: Type.Boolean(),
  nullable: Type.Boolean(),
  on_error: OneOf(ON_ERROR),
  confidence: Type.Number(),
  evidence: Evidence,
})

const Outputs = Type.Array(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: 1_000 }),
    kind: OneOf(OUTPUT_KINDS),
    level: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  { maxItems: 100 },
)

const Union = named(
  'Union',
  Type.Object(
    {
      outputs: Outputs,
      column: ColumnName,
      parts: Type.Array(
        Type.Object({ region_id: Type.String({ maxLength: 60 }), value: Type.String({ maxLength: 300 }) }),
        {
          minItems: 1,
          maxItems: MOST_REGIONS,
        },
      ),
      evidence: Type.Array(ShortText),
      files: Type.Optional(
        Type.Object(
          {
            union_id: Type.String({ maxLength: 60 }),
            sources: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 200 }),
            columns: Type.Array(Type.Object({ name: ColumnName, type: ShortText }), { maxItems: MOST_COLUMNS }),
          },
          { description: 'Other files have rows in these tables, too' },
        ),
      ),
    },
    { description: 'Tables of several sheets that are one; null makes a table of each sheet' },
  ),
)

const Region = NamedObject('Region', {
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
  repeat_marks: Type.Optional(Type.Array(CellOrRange)),
  left_out: Type.Optional(Type.Array(Range, { maxItems: 1_000, description: 'Cells that go into no table' })),
  read_as: Type.Optional(ReadAs),
  computed_rows: Type.Optional(OneOf(['apart', 'among'])),
  total_column: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Tells totals apart that stay among the rows' }),
  ),
  totals: Type.Array(Total),
  period_axis: Nullable(PeriodAxis),
  reshape: Nullable(ReshapeSteps),
  hierarchy: Nullable(Hierarchy),
  outputs: Outputs,
  union: Type.Optional(Nullable(Union)),
  dropped: Type.Optional(Type.Array(Type.Object({ range: CellOrRange, why: Type.String() }))),
  alternatives: Type.Array(Alternative, { maxItems: 20 }),
  needs_review: Type.Optional(Type.Boolean({ description: 'A user should answer the question' })),
  question: Type.Optional(Nullable(Question)),
  corrections: Type.Optional(Type.Array(Correction, { maxItems: 5_000 })),
})

export const ParseSpecBody = NamedObject('ParseSpec', {
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
  check: Type.Optional(TableChecks),
  template: Type.Optional(TemplateTaken),
  files_made_of: Type.Optional(ShortText),
  template_misses: Type.Optional(TemplateMisses),
  templates_refused: Type.Optional(Type.Array(ShortText, { maxItems: 100 })),
})
