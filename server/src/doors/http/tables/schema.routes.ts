import { Type } from 'typebox'
import { openReadableTable } from '../../../core/reading/open-readable-table.ts'
import { readRulesOf } from '../../../core/rules/read-rules.ts'
import { readSchema } from '../../../core/tables/schema/read-schema.ts'
import { rowSchemaOf } from '../../../core/tables/schema/row-schema.ts'
import { tableSchemaOf } from '../../../core/tables/schema/table-schema.ts'
import { AsOf, Choice, ColumnInfo, etagOf, FreeRow, presentColumns } from '../../../core/tables/tables.schema.ts'
import { Answer, endpoint } from '../../../platform/http/endpoint.ts'
import { Id } from '../../../platform/http/schema.ts'

export const schemaEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/v1/workbooks/{workbook_id}/tables/{name}/schema',
    operation: 'readTableSchema',
    summary: 'Columns, row count and first rows; or the JSON Schema of a row',
    description:
      'format=json-schema answers application/schema+json: one row as it is read and written, with the columns and rules you ' +
      'may see. format=frictionless answers a Table Schema of Frictionless Data.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb'), name: Type.String() }),
    query: Type.Object({ format: Choice(['columns', 'json-schema', 'frictionless']), as_of: AsOf }),
    status: 200,
    response: Type.Object({
      name: Type.String(),
      columns: Type.Array(ColumnInfo),
      row_count: Type.Integer(),
      sample: Type.Array(FreeRow),
      edit_version: Type.Integer(),
    }),
    alsoProduces: ['application/schema+json'],
    problems: ['history_expired', 'unavailable'],
    handle: async ({ ctx, params, query: { format, as_of: asOf } }) => {
      if (format === 'json-schema' || format === 'frictionless') {
        const opened = await openReadableTable(ctx, params.workbook_id, params.name, {
          role: 'viewer',
          asOf,
          rows: 'filtered',
        })
        // Rules are those of today; a state of the past was made under others. They may quote rows that are hidden.
        const isRuled = asOf === undefined && opened.rowAccess === 'all'
        const rules = isRuled ? (await readRulesOf(ctx, opened)).rules : []
        const schema = format === 'json-schema' ? rowSchemaOf(opened, rules) : tableSchemaOf(opened, rules)
        const type = format === 'json-schema' ? 'application/schema+json' : 'application/json'
        const headers = { ...etagOf(opened.editVersion), 'content-type': type }
        return new Answer(200, Buffer.from(JSON.stringify(schema)), headers)
      }
      const place = { workbookId: params.workbook_id, name: params.name, asOf }
      const { opened, sample, rowCount } = await readSchema(ctx, place)
      const body = { ...presentColumns(opened), row_count: rowCount, sample }
      return new Answer(200, body, etagOf(opened.editVersion))
    },
  }),
]
