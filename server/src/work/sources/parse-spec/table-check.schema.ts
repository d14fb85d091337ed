import type { TableCheck } from '@bindery-data/spreadsheet/parse-spec/table-check.ts'
import { Type } from 'typebox'
import { NamedObject, Nullable, OneOf } from '../../../platform/http/schema.ts'

/** The check of a table of a source: what went in, and what came out. */
export const TableCheckInfo = NamedObject('TableCheck', {
  table: Type.String(),
  region_id: Nullable(Type.String({ description: 'Null for notes of several regions' })),
  rows_in: Type.Integer({
    description: 'Rows of the sheet that are records of this table; a record over several lines counts once',
  }),
  rows_out: Nullable(Type.Integer({ description: 'Rows of the table; null until they were read' })),
  factor: Type.Integer({ description: 'How many columns become rows; 1 where none do' }),
  cells_empty: Type.Integer({ description: 'Cells of such columns that hold nothing and make no row' }),
  cells_filled: Type.Integer({ description: 'Cells that got a value which stands elsewhere on the sheet' }),
  marks_filled: Type.Optional(
    Type.Array(Type.String(), { description: 'Those of them that held 〃 or 同上, at most 100' }),
  ),
  cells_dropped: Type.Integer({ description: 'Cells of the region that go into no table' }),
  cells_computed: Type.Integer({ description: 'Figures of the region that are computed from others' }),
  sums: Type.Array(
    Type.Object({
      column: Type.String(),
      sum_in: Type.String({ description: 'What the cells of the sheet add up to, in plain digits' }),
      sum_out: Type.String({ description: 'What the column of the table adds up to' }),
    }),
  ),
  balanced: Nullable(
    Type.Boolean({
      description:
        'rows_out is rows_in times factor less cells_empty, and all sums are equal; null where it is not known',
    }),
  ),
  reason: Nullable(OneOf(['long_sheet', 'not_followed', 'corrected'])),
})

export const TableChecks = Type.Array(TableCheckInfo, {
  description: 'Computed: what a client sends here is ignored',
  readOnly: true,
})

export const presentCheck = (check: TableCheck) => ({
  table: check.table,
  region_id: check.region_id,
  rows_in: check.rows_in,
  rows_out: check.rows_out,
  factor: check.factor,
  cells_empty: check.cells_empty,
  cells_filled: check.cells_filled,
  ...(check.marks_filled ? { marks_filled: [...check.marks_filled] } : {}),
  cells_dropped: check.cells_dropped,
  cells_computed: check.cells_computed,
  sums: check.sums.map(({ column, sum_in, sum_out }) => ({ column, sum_in, sum_out })),
  balanced: check.balanced,
  reason: check.reason,
})
