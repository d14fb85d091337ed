import {
  AGGREGATES,
  COLUMN_ROLES,
  CORRECTIONS,
  GIVEN_KINDS,
  ROW_ROLES,
} from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { Type } from 'typebox'
import { NamedObject, Nullable, named, OneOf, Patterned } from '../../../platform/http/schema.ts'

/** Parts of a region of a parse spec: roles of rows, totals, periods, reshaping, hierarchy. */

export const MOST_COLUMNS = 16_384

export const ShortText = Type.String({ maxLength: 1_000 })

export const RowNumber = Type.Integer({ minimum: 1, maximum: 1_048_576 })
export const Range = Patterned(
  '^[A-Z]{1,3}[1-9][0-9]{0,6}(:[A-Z]{1,3}[1-9][0-9]{0,6})?$',
  'a cell such as B2 or a range such as B2:D9',
)
export const Cell = Patterned('^[A-Z]{1,3}[1-9][0-9]{0,6}$', 'a cell such as B2')
/** Also whole rows and columns. */
export const CellOrRange = Patterned(
  '^[A-Z]{0,3}[0-9]{0,7}(:[A-Z]{0,3}[0-9]{0,7})?$',
  'a cell such as B2 or a range such as B2:D9, B:D or 2:9',
)

export const ColumnName = Type.String({ minLength: 1, maxLength: 200 })
const ColumnNames = Type.Array(ColumnName)
export const Letters = Patterned('^[A-Z]{1,3}$', 'one to three capital letters')

export const Unit = NamedObject('Unit', { text: ShortText, scale: Type.Number() })
export const RowUnits = Type.Array(Type.Object({ rows: Type.Array(RowNumber), unit: Unit }))
export const RowRoles = Type.Array(Type.Object({ rows: Type.Array(RowNumber), role: OneOf(ROW_ROLES) }))

export const Total = NamedObject('Total', {
  row: Type.Optional(RowNumber),
  column: Type.Optional(Letters),
  op: OneOf(AGGREGATES),
  operands: Type.Array(CellOrRange),
  cells: Type.Array(CellOrRange, { default: [] }),
  verified: Type.Boolean(),
  agreement: Type.Number(),
})

export const PeriodAxis = NamedObject('PeriodAxis', {
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
  groups: Type.Array(NamedObject('ReshapeGroup', { name: ColumnName, columns: ColumnNames })),
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
    heads: Type.Array(NamedObject('ReshapeHead', { cell: ShortText, rows: Type.Array(ShortText) }), { minItems: 1 }),
  }),
  Type.Object({
    kind: OneOf(['join_lines']),
    lines: Type.Integer({ minimum: 2, maximum: 10 }),
    columns: Type.Array(
      NamedObject('ReshapeColumn', {
        name: ColumnName,
        source: ColumnName,
        line: Type.Integer({ minimum: 0, maximum: 9 }),
      }),
      { minItems: 1 },
    ),
  }),
]

const Reshape = named(
  'Reshape',
  Type.Union([
    Type.Object({ ...MELTED, id_columns: ColumnNames, name_to: ColumnName, value_to: ColumnName }),
    Type.Object({ ...LENGTHENED, id_columns: ColumnNames }),
    ...OTHER_STEPS,
  ]),
)

/** A step as a caller gives it: other columns stay beside the values, and what is made gets a name, where none is given. */
const GivenReshape = named(
  'ReshapeToMake',
  Type.Union([
    Type.Object({
      ...MELTED,
      id_columns: Type.Optional(ColumnNames),
      name_to: Type.Optional(ColumnName),
      value_to: Type.Optional(ColumnName),
    }),
    Type.Object({ ...LENGTHENED, id_columns: Type.Optional(ColumnNames) }),
    ...OTHER_STEPS,
  ]),
)

export const ReshapeSteps = Type.Union([Reshape, Type.Array(Reshape, { minItems: 1, maxItems: 2 })])
export const GivenReshapeSteps = Type.Union([GivenReshape, Type.Array(GivenReshape, { minItems: 1, maxItems: 2 })])

export const Hierarchy = NamedObject('Hierarchy', {
  signals: Type.Array(ShortText),
  levels: Type.Integer({ minimum: 1, maximum: 100 }),
  parents: Type.Array(Type.Array(RowNumber, { minItems: 2, maxItems: 2 })),
  agreement: Type.Number(),
})

/** Cells, and the texts they are to be read as. */
export const ReadAs = Type.Array(Type.Object({ cell: Cell, text: Type.String({ minLength: 1, maxLength: 1_000 }) }), {
  maxItems: 1_000,
})

const COLUMN_MEANT = { description: 'The name of a column, or its letters on the sheet where no column has that name' }

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

export const Correction = named(
  'Correction',
  Type.Object(
    {
      op: OneOf(CORRECTIONS),
      ...OPERATION_MEMBERS,
      reshape: Type.Optional(Nullable(ReshapeSteps)),
      one_header: Type.Optional(Type.Boolean()),
    },
    { description: 'One thing that was decided by hand' },
  ),
)
