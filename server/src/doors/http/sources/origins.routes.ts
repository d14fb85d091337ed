import { Type } from 'typebox'
import { formatRange } from '../../../core/tables/ranges/a1-range.ts'
import { rowIdIn } from '../../../core/tables/tables.schema.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { Id, Nullable } from '../../../platform/http/schema.ts'
import { type ColumnOrigin, readOrigin } from '../../../work/sources/origins/read-origin.ts'

const presentOrigin = ({ column, origin }: ColumnOrigin) => ({
  column,
  source: origin?.source ?? null,
  revision: origin?.revision ?? null,
  sheet: origin?.sheet ?? null,
  cell:
    origin &&
    formatRange({ left: origin.at.column, right: origin.at.column, top: origin.at.row, bottom: origin.at.row }),
  computed: origin?.isComputed ?? false,
})

export const originEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/v1/workbooks/{workbook_id}/tables/{name}/rows/{row_id}/origin',
    operation: 'readTableRowOrigin',
    summary: 'From which cell of which file each value of a row was read',
    description: 'All null for a value that came from no file, or from more than one cell of it.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb'), name: Type.String(), row_id: Type.String() }),
    status: 200,
    response: Type.Object({
      row_id: Type.Integer(),
      columns: Type.Array(
        Type.Object({
          column: Type.String(),
          source: Nullable(Type.String()),
          revision: Nullable(Type.Integer()),
          sheet: Nullable(Type.String()),
          cell: Nullable(Type.String({ examples: ['B7'] })),
          computed: Type.Boolean({
            description:
              'The cell holds a formula that was saved without a value: the value was computed from the file.',
          }),
        }),
      ),
    }),
    problems: ['row_not_found'],
    handle: async ({ ctx, params }) => {
      const rowId = rowIdIn(params)
      const columns = await readOrigin(ctx, { workbookId: params.workbook_id, name: params.name, rowId })
      return { row_id: rowId, columns: columns.map(presentOrigin) }
    },
  }),
]
