import { Type } from 'typebox'
import { alsoUnder } from '../../http/also-under.ts'
import { Answer, endpoint } from '../../http/endpoint.ts'
import { Id } from '../../http/schema.ts'
import { openReadableTable } from '../governance/open-readable-table.ts'
import { rowSchemaOf } from './json-schema.ts'
import { readSchema } from './read-schema.ts'
import { AsOf, Choice, ColumnInfo, etagOf, FreeRow, presentColumns } from './wire.ts'

const endpoints = [
  endpoint({
    method: 'GET',
    path: '/api/v1/workbooks/{workbook_id}/tables/{name}/schema',
    operation: 'readTableSchema',
    summary: 'Columns, row count and first rows; or the JSON Schema of a row',
    description:
      'format=json-schema answers application/schema+json: one row as it is read and written, with the columns you may see.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb'), name: Type.String() }),
    query: Type.Object({ format: Choice(['columns', 'json-schema']), as_of: AsOf }),
    status: 200,
    response: Type.Object({
      name: Type.String(),
      columns: Type.Array(ColumnInfo),
      row_count: Type.Integer(),
      sample: Type.Array(FreeRow),
      edit_version: Type.Integer(),
    }),
    problems: ['history_expired', 'unavailable'],
    handle: async ({ ctx, params, query: { format, as_of: asOf } }) => {
      if (format === 'json-schema') {
        const opened = await openReadableTable(ctx, params.workbook_id, params.name, { role: 'viewer', asOf })
        const headers = { ...etagOf(opened.editVersion), 'content-type': 'application/schema+json' }
        return new Answer(200, Buffer.from(JSON.stringify(rowSchemaOf(opened))), headers)
      }
      const place = { workbookId: params.workbook_id, name: params.name, asOf }
      const { opened, sample } = await readSchema(ctx, place)
      const body = { ...presentColumns(opened), row_count: opened.rowCount, sample }
      return new Answer(200, body, etagOf(opened.editVersion))
    },
  }),
]

export const schemaEndpoints = alsoUnder(
  endpoints,
  { path: '/tables/', noun: 'Table' },
  { path: '/artifacts/', noun: 'Artifact' },
)
