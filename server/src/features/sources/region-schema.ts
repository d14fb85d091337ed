import { AGGREGATES, ROW_ROLES } from '@bindery/spreadsheet/parse-spec/parse-spec.ts'
import { Type } from 'typebox'
import { Nullable, OneOf, Patterned } from '../../http/schema.ts'

/** Parts of a region of a parse spec: roles of rows, totals, periods, reshaping, hierarchy. */

export const ShortText = Type.String({ maxLength: 1_000 })

export const RowNumber = Type.Integer({ minimum: 1, maximum: 1_048_576 })
export const Range = Patterned(
  '^[A-Z]{1,3}[1-9][0-9]{0,6}(:[A-Z]{1,3}[1-9][0-9]{0,6})?$',
  'a cell such as B2 or a range such as B2:D9',
)
/** Also whole rows and columns. */
export const CellOrRange = Patterned(
  '^[A-Z]{0,3}[0-9]{0,7}(:[A-Z]{0,3}[0-9]{0,7})?$',
  'a cell such as B2 or a range such as B2:D9, B:D or 2:9',
)

const ColumnName = Type.String({ minLength: 1, maxLength: 200 })
const ColumnNames = Type.Array(ColumnName)
export const Letters = Patterned('^[A-Z]{1,3}$', 'one to three capital letters')

export const Unit = Type.Object({ text: ShortText, scale: Type.Number() })
export const RowUnits = Type.Array(Type.Object({ rows: Type.Array(RowNumber), unit: Unit }))
export const RowRoles = Type.Array(Type.Object({ rows: Type.Array(RowNumber), role: OneOf(ROW_ROLES) }))

export const Total = Type.Object({
  row: Type.Optional(RowNumber),
  column: Type.Optional(Letters),
  op: OneOf(AGGREGATES),
  operands: Type.Array(CellOrRange),
  cells: Type.Array(CellOrRange, { default: [] }),
  verified: Type.Boolean(),
  agreement: Type.Number(),
})

export const PeriodAxis = Type.Object({
  columns: Type.Array(Letters),
  labels: Type.Array(Type.String()),
  normalized: Type.Array(Nullable(Type.String())),
  granularity: OneOf(['year', 'half', 'quarter', 'month', 'week', 'day', 'other']),
})

const Reshape = Type.Union([
  Type.Object({
    kind: OneOf(['unpivot', 'stack']),
    id_columns: ColumnNames,
    value_columns: ColumnNames,
    name_to: ColumnName,
    value_to: ColumnName,
    measures: Type.Optional(OneOf(['rows', 'columns'])),
    names_to: Type.Optional(Type.Array(Nullable(ColumnName))),
  }),
  Type.Object({
    kind: OneOf(['wide_to_long']),
    id_columns: ColumnNames,
    groups: Type.Array(Type.Object({ name: ColumnName, columns: ColumnNames })),
    name_to: Nullable(ColumnName),
    labels: Type.Optional(Type.Array(Type.String())),
  }),
  Type.Object({ kind: OneOf(['transpose']) }),
  Type.Object({ kind: OneOf(['pivot']), name_column: ColumnName, value_column: ColumnName }),
  Type.Object({ kind: OneOf(['fill_down']), columns: ColumnNames }),
  Type.Object({
    kind: OneOf(['explode']),
    column: ColumnName,
    separator: Type.String({ minLength: 1, maxLength: 20 }),
  }),
  Type.Object({ kind: OneOf(['subtitle']), name_to: ColumnName }),
])

export const ReshapeSteps = Type.Union([Reshape, Type.Array(Reshape, { minItems: 1, maxItems: 2 })])

export const Hierarchy = Type.Object({
  signals: Type.Array(ShortText),
  levels: Type.Integer({ minimum: 1, maximum: 100 }),
  parents: Type.Array(Type.Array(RowNumber, { minItems: 2, maxItems: 2 })),
  agreement: Type.Number(),
})

/** What would be different is a part of a region, as it is. */
export const Alternative = Type.Object({
  rank: Type.Integer(),
  confidence: Type.Number(),
  summary: Type.String(),
  patch: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
})
