import { Type } from 'typebox'
import { Answer, endpoint } from '../../../http/endpoint.ts'
import { alsoUnder } from '../../../http/response/also-under.ts'
import { Id } from '../../../http/schema.ts'
import type { ColumnType } from '../../../tabular/column-type.ts'
import type { ReadableColumn } from '../../../tabular/readable-table.ts'
import { ROW_ID } from '../../../tabular/table.ts'
import { type OpenedTable, openReadableTable } from '../../governance/reading/open-readable-table.ts'
import { AsOf, Choice, ColumnInfo, etagOf, FreeRow, presentColumns } from '../tables.schema.ts'
import { readSchema } from './read-schema.ts'

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

/** One row, as it is read and written: only the columns its reader may see, every cell nullable, no id for a new row. */
function rowSchemaOf({ name, description, table }: OpenedTable) {
  const columns = table.columns.map((column) => [column.name, cellSchemaOf(column)] as const)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    ...(description === null ? {} : { description }),
    type: 'object',
    properties: Object.fromEntries([
      ...columns,
      [ROW_ID, { type: ['integer', 'null'], description: 'Absent: the row is inserted. Present: it is updated.' }],
    ]),
    required: [],
    additionalProperties: false,
  }
}

function cellSchemaOf({ type, description, isMasked }: ReadableColumn) {
  return {
    ...valueSchemaOf(type),
    ...(description === null ? {} : { description }),
    ...(isMasked ? { readOnly: true } : {}),
  }
}

function valueSchemaOf(type: ColumnType): Record<string, unknown> {
  switch (type.name) {
    case 'INTEGER':
      return { type: ['integer', 'null'], minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }
    case 'BIGINT':
      return { type: ['integer', 'string', 'null'] }
    case 'DOUBLE':
      return { type: ['number', 'null'] }
    case 'BOOLEAN':
      return { type: ['boolean', 'null'] }
    case 'DATE':
      return { type: ['string', 'null'], format: 'date' }
    case 'TIMESTAMPTZ':
      return { type: ['string', 'null'], format: 'date-time' }
    case 'UUID':
      return { type: ['string', 'null'], format: 'uuid' }
    case 'JSON':
      return {}
    // TIME and TIMESTAMP have no offset, which the formats of JSON Schema ask for.
    default:
      return { type: ['string', 'null'] }
  }
}
