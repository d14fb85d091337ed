import { Type } from 'typebox'
import { readArtifacts } from '../../../core/artifacts/read-artifacts.ts'
import { ROW_ACCESS } from '../../../core/policies/rows/row-access.ts'
import { openCountedTable } from '../../../core/reading/count-seen-rows.ts'
import type { OpenedTable } from '../../../core/reading/open-readable-table.ts'
import { createTable } from '../../../core/tables/create-table.ts'
import { NO_ROOTS, readTableRoots } from '../../../core/tables/read-table-roots.ts'
import { renameTable } from '../../../core/tables/rename-table.ts'
import { LAYERS, presentTable, STATES, Table, TYPES } from '../../../core/tables/table.schema.ts'
import {
  Actor,
  DeletionQuery,
  deletionIn,
  ExpectedVersion,
  etagOf,
  Name,
  placeOf,
} from '../../../core/tables/tables.schema.ts'
import { deleteTable } from '../../../core/tables/trash/delete-table.ts'
import { Answer, endpoint } from '../../../platform/http/endpoint.ts'
import { Id, NamedObject, NextCursor, NO_CURSOR, Nullable, OneOf, Time, WireId } from '../../../platform/http/schema.ts'

const AtTable = Type.Object({ workbook_id: Id('wb'), name: Type.String() })

const presentListed = (opened: OpenedTable) => ({
  name: opened.name,
  row_count: opened.rowCount,
  rows: opened.rowAccess,
  type: opened.kind,
  layer: opened.layer,
  state: opened.state,
  edit_version: opened.editVersion,
  stale: opened.staleSince !== null,
  updated_at: opened.updatedAt.toISOString(),
})

export const tableEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/v1/workbooks/{workbook_id}/tables',
    operation: 'createTable',
    summary: 'Create an empty table',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: Type.Object({ workbook_id: Id('wb') }),
    body: Type.Object({
      name: Name,
      columns: Type.Array(
        Type.Object({ name: Name, type: Type.Optional(Type.String({ default: 'VARCHAR', maxLength: 50 })) }),
        {
          minItems: 1,
          maxItems: 200,
        },
      ),
    }),
    status: 201,
    response: Type.Object({
      table: Type.Object({
        name: Type.String(),
        type: OneOf(TYPES),
        edit_version: Type.Integer(),
        layer: OneOf(LAYERS),
        table_name: Type.String(),
        id: WireId('art'),
      }),
    }),
    problems: ['role_required', 'name_taken', 'limit_reached', 'unavailable'],
    handle: async ({ ctx, params, body }) => {
      const table = presentTable(await createTable(ctx, params.workbook_id, body), NO_ROOTS)
      return { table }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/workbooks/{workbook_id}/tables',
    operation: 'listTables',
    summary: 'Tables and views of a workbook, by name',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb') }),
    query: Type.Object({ state: Type.Optional(OneOf([...STATES, 'all'])) }),
    status: 200,
    response: Type.Object({
      tables: Type.Array(
        NamedObject('TableSummary', {
          name: Type.String(),
          row_count: Nullable(Type.Integer({ description: 'Null where you may see some of its rows only' })),
          rows: { ...OneOf(ROW_ACCESS), description: 'How much of its rows you see; a closed table cannot be opened' },
          type: OneOf(TYPES),
          layer: OneOf(LAYERS),
          state: OneOf(STATES),
          edit_version: Type.Integer(),
          stale: Type.Boolean(),
          updated_at: Time,
        }),
      ),
      next_cursor: NextCursor,
    }),
    handle: async ({ ctx, params, query }) => ({
      tables: (await readArtifacts(ctx, params.workbook_id, query.state ?? 'active')).flatMap(({ opened }) =>
        opened ? [presentListed(opened)] : [],
      ),
      ...NO_CURSOR,
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/workbooks/{workbook_id}/tables/{name}',
    operation: 'readTable',
    summary: 'A table, by its name or its id',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtTable,
    status: 200,
    response: Table,
    handle: async ({ ctx, params }) => {
      const opened = await openCountedTable(ctx, params.workbook_id, params.name)
      return new Answer(200, presentTable(opened, await readTableRoots(ctx, opened)), etagOf(opened.editVersion))
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/api/v1/workbooks/{workbook_id}/tables/{name}',
    operation: 'renameTable',
    summary: 'Give a table another name',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtTable,
    locks: 'body',
    body: Type.Object({ new_name: Name, expected_version: ExpectedVersion, actor: Actor }),
    status: 200,
    response: Table,
    problems: ['role_required', 'name_taken', 'version_conflict', 'unavailable'],
    handle: async ({ ctx, params, body }) => {
      const { new_name: newName, expected_version: expected, actor = null } = body
      const opened = await renameTable(ctx, placeOf(params), { newName, expected, actor })
      return presentTable(opened, await readTableRoots(ctx, opened))
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/v1/workbooks/{workbook_id}/tables/{name}',
    operation: 'deleteTable',
    summary: 'Delete a table; what was made from it stays, stale',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtTable,
    locks: 'query',
    query: DeletionQuery,
    status: 204,
    problems: ['role_required', 'version_conflict', 'unavailable'],
    handle: async ({ ctx, params, query }) => {
      const { expected, actor } = deletionIn(query)
      await deleteTable(ctx, placeOf(params), expected, actor)
    },
  }),
]
