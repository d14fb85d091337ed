import { Type } from 'typebox'
import { endpoint } from '../../../http/endpoint.ts'
import { Id } from '../../../http/schema.ts'
import { notFound } from '../../../platform/errors.ts'
import { numberIn, Stale } from '../tables.schema.ts'
import { undoOp } from './undo-op.ts'

function opIdIn(text: string): number {
  const opId = numberIn(text)
  if (opId === null) throw notFound('op', text)
  return opId
}

export const undoEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/v1/workbooks/{workbook_id}/ops/{op_id}/undo',
    operation: 'undoOp',
    summary: 'Take back what an op did to rows',
    description:
      'An edit of rows or a merge, once. Refused when a touched cell changed since, unless forced. Cells of columns that were dropped since stay lost.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: Type.Object({ workbook_id: Id('wb'), op_id: Type.String() }),
    query: Type.Object({ force: Type.Optional(Type.Boolean({ default: false })) }),
    status: 200,
    response: Type.Object({
      op_id: Type.Integer(),
      undid: Type.Integer(),
      edit_version: Type.Integer(),
      rows: Type.Integer(),
      lost_columns: Type.Integer({ description: 'Columns the op wrote that are there no more' }),
      stale: Stale,
    }),
    problems: [
      'rule_violated',
      'role_required',
      'not_undoable',
      'already_undone',
      'undo_conflict',
      'history_expired',
      'masked_column',
      'unavailable',
    ],
    handle: async ({ ctx, params, query }) => {
      const done = await undoOp(ctx, params.workbook_id, opIdIn(params.op_id), query.force ?? false)
      return {
        op_id: done.opId,
        undid: done.undid,
        edit_version: done.editVersion,
        rows: done.rows,
        lost_columns: done.lostColumns,
        stale: done.stale,
      }
    },
  }),
]
