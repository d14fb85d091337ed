import {
  AGGREGATES,
  COLUMN_ROLES,
  CORRECTIONS,
  GIVEN_KINDS,
  LAYOUTS,
  ON_ERROR,
  OUTPUT_KINDS,
  QUESTION_CODES,
  REGION_KINDS,
  ROW_ROLES,
} from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { Type } from 'typebox'
import { Nullable, OneOf, Patterned } from '../../../http/schema.ts'
import { TableChecks } from './table-check.schema.ts'
import { TemplateMisses, TemplateTaken } from './template-spec.schema.ts'

/** Parts of a region of a parse spec: roles of rows, totals, periods, reshaping, hierarchy. */

const ShortText = Type.String({ maxLength: 1_000 })

const RowNumber = Type.Integer({ minimum: 1, maximum: 1_048_576 })
const Range = Patterned(
  '^[A-Z]{1,3}[1-9][0-9]{0,6}(:[A-Z]{1,3}[1-9][0-9]{0,6})?$',
  'a cell such as B2 or a range such as B2:D9',
)
const Cell = Patterned('^[A-Z]{1,3}[1-9][0-9]{0,6}$', 'a cell such as B2')
/** Also whole rows and columns. */
const CellOrRange = Patterned(
  '^[A-Z]{0,3}[0-9]{0,7}(:[A-Z]{0,3}[0-9]{0,7})?$',
  'a cell such as B2 or a range such as B2:D9, B:D or 2:9',
)

const ColumnName = Type.String({ minLength: 1, maxLength: 200 })
const ColumnNames = Type.Array(ColumnName)
export const Letters = Patterned('^[A-Z]{1,3}$', 'one to three capital letters')

const Unit = Type.Object({ text: ShortText, scale: Type.Number() })
const RowUnits = Type.Array(Type.Object({ rows: Type.Array(RowNumber), unit: Unit }))
const RowRoles = Type.Array(Type.Object({ rows: Type.Array(RowNumber), role: OneOf(ROW_ROLES) }))

const Total = Type.Object({
  row: Type.Optional(RowNumber),
  column: Type.Optional(Letters),
  op: OneOf(AGGREGATES),
  operands: Type.Array(CellOrRange),
  cells: Type.Array(CellOrRange, { default: [] }),
  verified: Type.Boolean(),
  agreement: Type.Number(),
})

const PeriodAxis = Type.Object({
  columns: Type.Array(Letters),
  labels: Type.Array(Type.String()),
  normalized: Type.Array(Nullable(Type.String())),
  granularity: OneOf(['year', 'half', 'quarter', 'month', 'week', 'day', 'other']),
  period_to: Type.Optional(Nullable(ColumnName)),
  scenario_to: Type.Optional(Nullable(ColumnName)),
})

const MELTED = {
  kind: OneOf(['unpivot', 'stack']),
  value_columns: ColumnNames,
  measures: Type.Optional(OneOf(['rows', 'columns'])),
  names_to: Type.Optional(Type.Array(Nullable(ColumnName))),
}

const LENGTHENED = {
  kind: OneOf(['wide_to_long']),
  groups: Type.Array(Type.Object({ name: ColumnName, columns: ColumnNames })),
  name_to: Nullable(ColumnName),
  labels: Type.Optional(Type.Array(Type.String())),
  drop_empty: Type.Optional(Type.Boolean()),
}

const OTHER_STEPS = [
  Type.Object({
    kind: OneOf(['transpose']),
    labels: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3,
        description: 'How many columns at the left name the fields, 1 if not given',
      }),
    ),
  }),
  Type.Object({ kind: OneOf(['pivot']), name_column: ColumnName, value_column: ColumnName }),
  Type.Object({ kind: OneOf(['fill_down']), columns: ColumnNames }),
  Type.Object({
    kind: OneOf(['explode']),
    column: ColumnName,
    separator: Type.String({ minLength: 1, maxLength: 20 }),
  }),
  Type.Object({ kind: OneOf(['subtitle']), name_to: ColumnName }),
  Type.Object({
    kind: OneOf(['heads']),
    name_to: Nullable(ColumnName),
    heads: Type.Array(Type.Object({ cell: ShortText, rows: Type.Array(ShortText) }), { minItems: 1 }),
  }),
  Type.Object({
    kind: OneOf(['join_lines']),
    lines: Type.Integer({ minimum: 2, maximum: 10 }),
    columns: Type.Array(
      Type.Object({ name: ColumnName, source: ColumnName, line: Type.Integer({ minimum: 0, maximum: 9 }) }),
      { minItems: 1 },
    ),
  }),
]

const Reshape = Type.Union([
  Type.Object({ ...MELTED, id_columns: ColumnNames, name_to: ColumnName, value_to: ColumnName }),
  Type.Object({ ...LENGTHENED, id_columns: ColumnNames }),
  ...OTHER_STEPS,
])

/** A step as a caller gives it: other columns stay beside the values, and what is made gets a name, where none is given. */
const GivenReshape = Type.Union([
  Type.Object({
    ...MELTED,
    id_columns: Type.Optional(ColumnNames),
    name_to: Type.Optional(ColumnName),
    value_to: Type.Optional(ColumnName),
  }),
  Type.Object({ ...LENGTHENED, id_columns: Type.Optional(ColumnNames) }),
  ...OTHER_STEPS,
])

const ReshapeSteps = Type.Union([Reshape, Type.Array(Reshape, { minItems: 1, maxItems: 2 })])
export const GivenReshapeSteps = Type.Union([GivenReshape, Type.Array(GivenReshape, { minItems: 1, maxItems: 2 })])

const Hierarchy = Type.Object({
  signals: Type.Array(ShortText),
  levels: Type.Integer({ minimum: 1, maximum: 100 }),
  parents: Type.Array(Type.Array(RowNumber, { minItems: 2, maxItems: 2 })),
  agreement: Type.Number(),
})

/** What would be different is a part of a region, as it is. */
const RegionPatch = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

const Alternative = Type.Object({
  rank: Type.Integer(),
  confidence: Type.Number(),
  summary: Type.String(),
  patch: RegionPatch,
})

const Question = Type.Object({
  code: OneOf(QUESTION_CODES),
  text: Type.String(),
  choices: Type.Array(Type.Object({ text: Type.String(), patch: RegionPatch }), { minItems: 1, maxItems: 10 }),
})

/** A parse spec as it comes back: every decision of the analysis in its shape, so that each can be made otherwise. */

const MOST_REGIONS = 500
const MOST_COLUMNS = 16_384
const COLUMN_MEANT = { description: 'The name of a column, or its letters on the sheet where no column has that name' }

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

const Union = Type.Object(
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
)

/** Cells, and the texts they are to be read as. */
const ReadAs = Type.Array(Type.Object({ cell: Cell, text: Type.String({ minLength: 1, maxLength: 1_000 }) }), {
  maxItems: 1_000,
})

/** Members that operations and corrections share; which of them one has follows from its `op`. */
export const OPERATION_MEMBERS = {
  range: Type.Optional(Range),
  ranges: Type.Optional(Type.Array(Range, { maxItems: 1_000 })),
  cells: Type.Optional(ReadAs),
  rows: Type.Optional(Type.Array(RowNumber, { maxItems: 10_000 })),
  columns: Type.Optional(Type.Array(ColumnName, { minItems: 1, maxItems: MOST_COLUMNS })),
  role: Type.Optional(OneOf([...new Set([...ROW_ROLES, ...COLUMN_ROLES])])),
  column: Type.Optional(Type.String({ ...COLUMN_MEANT, minLength: 1, maxLength: 200 })),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  type: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  format: Type.Optional(Nullable(ShortText)),
  kind: Type.Optional(OneOf(GIVEN_KINDS)),
  on: Type.Optional(Type.Boolean()),
  separator: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
}

export const Correction = Type.Object(
  {
    op: OneOf(CORRECTIONS),
    ...OPERATION_MEMBERS,
    reshape: Type.Optional(Nullable(ReshapeSteps)),
    one_header: Type.Optional(Type.Boolean()),
  },
  { description: 'One thing that was decided by hand' },
)

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
  check: Type.Optional(TableChecks),
  template: Type.Optional(TemplateTaken),
  files_made_of: Type.Optional(ShortText),
  template_misses: Type.Optional(TemplateMisses),
  templates_refused: Type.Optional(Type.Array(ShortText, { maxItems: 100 })),
})
