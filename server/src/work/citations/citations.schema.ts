import { Type } from 'typebox'
import { AsOf, Params, Sql } from '../../core/queries/queries.schema.ts'
import { ColumnInfo } from '../../core/tables/tables.schema.ts'
import { NamedObject, Nullable, Nullish, OneOf } from '../../platform/http/schema.ts'

const File = { source: Type.String(), revision: Type.Integer(), sheet: Type.String() }

const Cell = NamedObject('CitedCell', {
  ...File,
  cell: Type.String({ examples: ['B7'] }),
  edited: Nullable(
    Type.Boolean({
      description:
        'True: the value was changed since it was read, and the cell holds another one. Null: its first edits are no longer kept.',
    }),
  ),
  computed: Type.Boolean({ description: 'The cell holds a formula that was saved without a value.' }),
  shared: Type.Boolean({
    description: 'The cell stands for other rows too: it is merged, repeated by a mark, or heads them.',
  }),
  reworded: Type.Boolean({
    description: 'The value is a part of what the cell holds, or was put together of it and of further cells.',
  }),
})

const Ranges = NamedObject('CitedRanges', {
  column: Type.String(),
  ranges: Type.Array(Type.Object({ ...File, range: Type.String({ examples: ['C2:C31'] }) }), {
    description: 'At most 50.',
  }),
  cells: Type.Integer({ description: 'In all ranges, those that were cut off too.' }),
  cut: Type.Boolean({ description: 'There are more ranges than are listed.' }),
  edited: Type.Integer({ description: 'Values that were edited since; their cells are not among the ranges.' }),
  unknown: Type.Integer({ description: 'Values whose first edits are no longer kept.' }),
  reworded: Type.Integer({ description: 'Values that are a part of what their cell holds, or of several cells.' }),
  elsewhere: Type.Integer({ description: 'Values that no cell of a file holds.' }),
})

const From = NamedObject('CitedFile', { table: Type.String(), ...File, ranges: Type.Array(Type.String()) })

const Rows = {
  rows: Type.Integer({ description: 'Rows of the table it is made of.' }),
  cited_rows: Type.Integer({ description: 'Those of them whose cells are cited: fewer where there are too many.' }),
}

export const CitedTableAnswer = NamedObject('CitedTable', {
  name: Type.String(),
  edit_version: Type.Integer(),
  derived: Type.Boolean({ description: 'Its rows are made from other tables; no cell holds them.' }),
  rows: Type.Array(
    Type.Object({
      row_id: Type.Integer(),
      values: Type.Array(Type.Object({ column: Type.String(), cell: Nullable(Cell) })),
    }),
  ),
  sets: Type.Array(Type.Object({ ...Rows, columns: Type.Array(Ranges) })),
  made_from: Type.Array(From),
  made_from_cut: Type.Boolean(),
})

export const CitedQuery = NamedObject('CitedQuery', {
  sql: Sql,
  params: Params,
  as_of: AsOf,
  limit: Nullish(Type.Integer({ minimum: 1, maximum: 200, description: '50 when left out' })),
  timeout_ms: Nullish(Type.Integer({ minimum: 1, maximum: 120_000, description: '30000 when left out' })),
})

export const CitedQueryAnswer = NamedObject('CitedQueryAnswer', {
  columns: Type.Array(ColumnInfo),
  not_cited: Nullable(
    OneOf(['join', 'subquery', 'set_operation', 'distinct', 'window', 'derived', 'changing', 'other']),
  ),
  rows: Type.Array(
    Type.Object({
      values: Type.Array(Type.Unknown()),
      ...Rows,
      columns: Type.Array(
        Type.Object({
          name: Type.String(),
          holds: Type.Boolean({ description: 'The cells hold the value; else it was made from them.' }),
          from: Type.Array(Ranges),
        }),
      ),
    }),
  ),
  made_from: Type.Array(From),
  made_from_cut: Type.Boolean(),
})
