import { Type } from 'typebox'
import { ConflictBody, presentConflict } from '../../../core/conflicts/conflicts.schema.ts'
import { readConflicts } from '../../../core/conflicts/conflicts.ts'
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { Cursor, Id, Limit, Nullable, OneOf } from '../../../platform/http/schema.ts'

export const conflictEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/v1/workbooks/{workbook_id}/conflicts',
    operation: 'listConflicts',
    summary: 'The review queue: what two sides said differently, newest first',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb') }),
    query: Type.Object({
      status: Type.Optional(OneOf(['open', 'closed'])),
      limit: Limit(200, 1000),
      cursor: Type.Optional(Cursor),
    }),
    status: 200,
    response: Type.Object({
      conflicts: Type.Array(ConflictBody),
      next_cursor: Nullable(Type.String()),
      open_count: Type.Integer(),
    }),
    problems: ['invalid_cursor'],
    handle: async ({ ctx, params, query: { status = null, limit, cursor } }) => {
      const list = `conflicts ${params.workbook_id} ${status}`
      const after = cursor ? String(readCursor(ctx.keyring, list, cursor)) : null
      const { conflicts, next, openCount } = await readConflicts(ctx, params.workbook_id, { status, limit, after })
      return {
        conflicts: conflicts.map(({ conflict, opened }) => presentConflict(conflict, opened)),
        next_cursor: next && writeCursor(ctx.keyring, list, next),
        open_count: openCount,
      }
    },
  }),
]
