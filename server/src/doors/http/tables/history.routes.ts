import { Type } from 'typebox'
import { type ChangesPosition, readChanges, readRowHistory } from '../../../core/tables/history/read-history.ts'
import { FreeRow, rowIdIn } from '../../../core/tables/tables.schema.ts'
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { CellValue, Cursor, Id, Limit, Nullable, OneOf, Time } from '../../../platform/http/schema.ts'

const AT_TABLE = '/api/v1/workbooks/{workbook_id}/tables/{name}'

export const historyEndpoints = [
  endpoint({
    method: 'GET',
    path: `${AT_TABLE}/rows/{row_id}/history`,
    operation: 'readTableRowHistory',
    summary: 'What happened to a row, cell by cell, newest first',
    description: 'limit counts edits; each edit is returned whole. Edits older than 90 days are forgotten.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb'), name: Type.String(), row_id: Type.String() }),
    query: Type.Object({ limit: Limit(50, 500), cursor: Type.Optional(Cursor) }),
    status: 200,
    response: Type.Object({
      changes: Type.Array(
        Type.Object({
          op_id: Type.Integer(),
          at: Time,
          actor: FreeRow,
          edit_version: Type.Integer(),
          column: Type.String(),
          old: CellValue,
          new: CellValue,
        }),
      ),
      next_cursor: Nullable(Type.String()),
    }),
    problems: ['invalid_cursor'],
    handle: async ({ ctx, params, query: { limit, cursor } }) => {
      const { workbook_id: workbookId, name } = params
      const rowId = rowIdIn(params)
      const list = `row history ${workbookId} ${name} ${rowId}`
      const before = cursor ? Number(readCursor(ctx.keyring, list, cursor)) : null
      const { changes, next } = await readRowHistory(ctx, { workbookId, name }, rowId, { limit, before })
      return {
        changes: changes.map((change) => ({
          op_id: change.opId,
          at: change.at.toISOString(),
          actor: change.actor,
          edit_version: change.editVersion,
          column: change.column,
          old: change.old,
          new: change.new,
        })),
        next_cursor: next === null ? null : writeCursor(ctx.keyring, list, next),
      }
    },
  }),
  endpoint({
    method: 'GET',
    path: `${AT_TABLE}/changes`,
    operation: 'readTableChanges',
    summary: 'Rows that were edited after a version, in the order of the edits',
    description: 'columns names what an update touched; an insert or a delete touches all.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb'), name: Type.String() }),
    query: Type.Object({
      since: Type.Integer({ minimum: 0, description: 'An edit_version' }),
      limit: Limit(1000, 10_000),
      cursor: Type.Optional(Cursor),
    }),
    status: 200,
    response: Type.Object({
      from: Type.Integer(),
      to: Type.Integer(),
      changes: Type.Array(
        Type.Object({
          row_id: Type.Integer(),
          change: OneOf(['insert', 'update', 'delete']),
          columns: Type.Array(Type.String()),
        }),
      ),
      next_cursor: Nullable(Type.String()),
    }),
    problems: ['invalid_cursor', 'history_expired'],
    handle: async ({ ctx, params, query: { since, limit, cursor } }) => {
      const place = { workbookId: params.workbook_id, name: params.name }
      const list = `changes ${place.workbookId} ${place.name} ${since}`
      // Safe: a cursor opens only if this service wrote it for this list.
      const after = cursor ? (readCursor(ctx.keyring, list, cursor) as ChangesPosition) : null
      const { from, to, changes, next } = await readChanges(ctx, place, { since, limit, after })
      return {
        from,
        to,
        changes: changes.map(({ rowId, change, columns }) => ({ row_id: rowId, change, columns })),
        next_cursor: next && writeCursor(ctx.keyring, list, next),
      }
    },
  }),
]
