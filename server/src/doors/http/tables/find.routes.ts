import { Type } from 'typebox'
import { lookAheadForTable } from '../../../core/reading/look-ahead-for-tables.ts'
import { findInTable } from '../../../core/tables/find/find-in-table.ts'
import { AsOf, Choice, etagOf, placeOf } from '../../../core/tables/tables.schema.ts'
import { Answer, endpoint } from '../../../platform/http/endpoint.ts'
import { Id, NamedObject, Nullable } from '../../../platform/http/schema.ts'

const FoundBody = NamedObject('FoundCells', {
  name: Type.String(),
  edit_version: Type.Integer(),
  count: Type.Integer({ minimum: 0, description: 'Rows that show the text' }),
  match: Nullable(
    Type.Object({
      row_id: Type.Integer(),
      offset: Type.Integer({ minimum: 0, description: 'How many rows come before it, as the offset of rows' }),
      number: Type.Integer({ minimum: 1, description: 'Which of the matching rows it is' }),
      columns: Type.Array(Type.String(), { description: 'Those that show the text' }),
    }),
  ),
})

const presentFound = ({ opened, count, match }: Awaited<ReturnType<typeof findInTable>>) => ({
  name: opened.name,
  edit_version: opened.editVersion,
  count,
  match: match && {
    row_id: match.rowId,
    offset: match.offset,
    number: match.number,
    columns: [...match.columns],
  },
})

export const findEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/v1/workbooks/{workbook_id}/tables/{name}/find',
    operation: 'findInTable',
    summary: 'The next row that shows a text, and where it is among the rows',
    description:
      'Looks at all rows that pass the filter, in the order of order_by, both written as for rows. Letters are compared without case, numbers without the commas between thousands. Masked columns are not looked at.',
    scope: 'workbooks:read',
    ahead: lookAheadForTable,
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb'), name: Type.String() }),
    query: Type.Object({
      text: Type.String({ minLength: 1, maxLength: 200 }),
      from: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: 'The offset to begin at' })),
      direction: Choice(['next', 'previous'], 'next finds a row at from or behind it, previous one before it'),
      columns: Type.Optional(Type.String({ minLength: 1 })),
      order_by: Type.Optional(Type.String({ minLength: 1 })),
      filter: Type.Optional(Type.String({ maxLength: 100_000 })),
      as_of: AsOf,
    }),
    status: 200,
    response: FoundBody,
    problems: ['unknown_column', 'uncastable_value', 'history_expired', 'query_timeout', 'unavailable'],
    handle: async ({ ctx, params, query }) => {
      const { text, from = 0, direction = 'next', columns, order_by: orderBy, filter, as_of: asOf } = query
      const asked = {
        ...(columns === undefined ? {} : { columns }),
        ...(orderBy === undefined ? {} : { orderBy }),
        ...(filter === undefined ? {} : { filter }),
      }
      const found = await findInTable(ctx, { ...placeOf(params), asOf }, { ...asked, text, from, direction })
      return new Answer(200, presentFound(found), etagOf(found.opened.editVersion))
    },
  }),
]
