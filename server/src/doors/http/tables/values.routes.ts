import { Type } from 'typebox'
import { lookAheadForTable } from '../../../core/reading/look-ahead-for-tables.ts'
import { AsOf, etagOf, placeOf } from '../../../core/tables/tables.schema.ts'
import { readValues } from '../../../core/tables/values/read-values.ts'
import { formatColumnType } from '../../../engine/table/column-type.ts'
import { encodeValue } from '../../../engine/values/values.ts'
import { Answer, endpoint } from '../../../platform/http/endpoint.ts'
import { Id, Limit, NamedObject } from '../../../platform/http/schema.ts'

const Count = Type.Integer({ minimum: 0 })

const ValuesBody = NamedObject('ColumnValues', {
  name: Type.String(),
  edit_version: Type.Integer(),
  column: Type.String(),
  type: Type.String(),
  values: Type.Array(Type.Object({ value: Type.Unknown(), count: Count })),
  distinct_count: Count,
  distinct_exact: Type.Boolean({
    description:
      'False above some 200,000 values: their number is estimated, and the values are those of the first rows',
  }),
})

const presentValues = ({ opened, column, values, version, ...found }: Awaited<ReturnType<typeof readValues>>) => ({
  name: opened.name,
  edit_version: version,
  column: column.name,
  type: formatColumnType(column.type),
  values: values.map(({ value, count }) => ({ value: encodeValue(column.type, value), count })),
  distinct_count: found.distinctCount,
  distinct_exact: found.isExact,
})

export const valuesEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/v1/workbooks/{workbook_id}/tables/{name}/values',
    operation: 'listTableValues',
    summary: 'The values of a column and how often each occurs, the most frequent first',
    description:
      'Of all rows, or of those that pass a filter, which is written as for rows. Search keeps values that contain a text, in upper or lower case. NULL is listed like a value.',
    scope: 'workbooks:read',
    ahead: lookAheadForTable,
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb'), name: Type.String() }),
    query: Type.Object({
      column: Type.String({ minLength: 1, maxLength: 200 }),
      search: Type.Optional(Type.String({ maxLength: 200 })),
      filter: Type.Optional(Type.String({ maxLength: 100_000 })),
      limit: Limit(100, 1_000),
      as_of: AsOf,
    }),
    status: 200,
    response: ValuesBody,
    problems: [
      'unknown_column',
      'masked_column',
      'uncastable_value',
      'history_expired',
      'query_timeout',
      'unavailable',
    ],
    handle: async ({ ctx, params, query: { column, search = null, filter = null, limit, as_of: asOf } }) => {
      const found = await readValues(ctx, { ...placeOf(params), asOf }, { column, search, filter, limit })
      return new Answer(200, presentValues(found), etagOf(found.opened.editVersion))
    },
  }),
]
