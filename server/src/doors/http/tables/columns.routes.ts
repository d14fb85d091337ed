import { type Static, Type } from 'typebox'
import { openReadableTable } from '../../../core/reading/open-readable-table.ts'
import { addColumn } from '../../../core/tables/columns/add-column.ts'
import { alterColumn, prepareAlteration } from '../../../core/tables/columns/alter-column.ts'
import type { ColumnsChanged } from '../../../core/tables/columns/change-columns.ts'
import { describeColumn } from '../../../core/tables/columns/describe-column.ts'
import { dropColumn } from '../../../core/tables/columns/drop-column.ts'
import {
  Actor,
  ColumnInfo,
  DeletionQuery,
  deletionIn,
  ExpectedVersion,
  etagOf,
  Name,
  placeOf,
  presentColumns,
  Stale,
} from '../../../core/tables/tables.schema.ts'
import { Answer, endpoint } from '../../../platform/http/endpoint.ts'
import { Id, NamedObject, Nullable, Nullish } from '../../../platform/http/schema.ts'

const AT_TABLE = '/api/v1/workbooks/{workbook_id}/tables/{name}'
const AtTable = Type.Object({ workbook_id: Id('wb'), name: Type.String() })
const AtColumn = Type.Object({ workbook_id: Id('wb'), name: Type.String(), column: Type.String() })

const COLUMNS = {
  name: Type.String(),
  edit_version: Type.Integer(),
  columns: Type.Array(ColumnInfo),
  table_name: Type.String(),
}
const ColumnsResponse = NamedObject('Columns', COLUMNS)
const ColumnsChangedResponse = NamedObject('ChangedColumns', {
  ...COLUMNS,
  op_id: Nullable(Type.Integer()),
  stale: Stale,
})

const PROBLEMS = ['role_required', 'version_conflict', 'derived_table_not_editable', 'unavailable']

const presentChanged = ({ opened, opId, stale }: ColumnsChanged) => ({
  ...presentColumns(opened),
  op_id: opId,
  stale,
})

const AlterColumn = NamedObject('ColumnChange', {
  expected_version: ExpectedVersion,
  new_name: Nullish(Name),
  type: Nullish(Type.String({ minLength: 1, maxLength: 50 })),
  actor: Actor,
})

const alterationOf = (
  { column }: Static<typeof AtColumn>,
  { expected_version: expected, new_name: newName = null, type = null, actor = null }: Static<typeof AlterColumn>,
) => ({ column, newName, type, expected, actor })

export const columnEndpoints = [
  endpoint({
    method: 'GET',
    path: `${AT_TABLE}/columns`,
    operation: 'readTableColumns',
    summary: 'Columns of a table',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtTable,
    status: 200,
    response: ColumnsResponse,
    handle: async ({ ctx, params }) => {
      const opened = await openReadableTable(ctx, params.workbook_id, params.name, { role: 'viewer', rows: 'filtered' })
      return new Answer(200, presentColumns(opened), etagOf(opened.editVersion))
    },
  }),
  endpoint({
    method: 'POST',
    path: `${AT_TABLE}/columns`,
    operation: 'addTableColumn',
    summary: 'Add a column at the end',
    description: 'Rows that are there already, and new rows that do not name the column, hold its default.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtTable,
    locks: 'body',
    body: Type.Object({
      column: Name,
      expected_version: ExpectedVersion,
      type: Type.Optional(Type.String({ default: 'VARCHAR', maxLength: 50 })),
      default: Type.Optional(Type.Unknown()),
      actor: Actor,
    }),
    status: 201,
    response: ColumnsChangedResponse,
    problems: [...PROBLEMS, 'name_taken', 'uncastable_value', 'too_many_columns'],
    handle: async ({ ctx, params, body }) => {
      const expected = body.expected_version
      const { column, type = 'VARCHAR', actor = null } = body
      return presentChanged(
        await addColumn(ctx, placeOf(params), { column, type, default: body.default, expected, actor }),
      )
    },
  }),
  endpoint({
    method: 'PATCH',
    path: `${AT_TABLE}/columns/{column}`,
    operation: 'alterTableColumn',
    summary: 'Rename a column, or change its type',
    description: 'One of new_name and type, not both. A value that does not fit the new type refuses the change.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtColumn,
    locks: 'body',
    body: AlterColumn,
    status: 200,
    response: ColumnsChangedResponse,
    problems: ['rule_violated', 'invalid_rule', ...PROBLEMS, 'masked_column', 'name_taken', 'uncastable_value'],
    prepare: ({ ctx, params, body }) => prepareAlteration(ctx, placeOf(params), alterationOf(params, body)),
    handle: async ({ ctx, params, body, prepared }) =>
      presentChanged(await alterColumn(ctx, placeOf(params), alterationOf(params, body), prepared)),
  }),
  endpoint({
    method: 'DELETE',
    path: `${AT_TABLE}/columns/{column}`,
    operation: 'dropTableColumn',
    summary: 'Drop a column; the last one stays',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtColumn,
    locks: 'query',
    query: DeletionQuery,
    status: 200,
    response: ColumnsChangedResponse,
    problems: [...PROBLEMS, 'masked_column', 'last_column'],
    handle: async ({ ctx, params, query }) =>
      presentChanged(await dropColumn(ctx, placeOf(params), { column: params.column, ...deletionIn(query) })),
  }),
  endpoint({
    method: 'PUT',
    path: `${AT_TABLE}/columns/{column}/description`,
    operation: 'describeTableColumn',
    summary: 'Say what a column holds',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtColumn,
    body: Type.Object({ description: Nullish(Type.String({ maxLength: 10_000 })) }),
    status: 200,
    response: Type.Object({ name: Type.String(), column: Type.String(), description: Nullable(Type.String()) }),
    problems: ['role_required', 'masked_column'],
    handle: async ({ ctx, params, body }) =>
      describeColumn(ctx, placeOf(params), params.column, body.description ?? null),
  }),
]
