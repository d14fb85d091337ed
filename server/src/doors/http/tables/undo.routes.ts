import { Type } from 'typebox'
import { diffOf, dryRun } from '../../../core/tables/dry-run.ts'
import { undoOp } from '../../../core/tables/history/undo-op.ts'
import { type UndoneSession, undoSession } from '../../../core/tables/history/undo-session.ts'
import { DryRunDiff, DryRunOptions, numberIn, presentDiff, Stale } from '../../../core/tables/tables.schema.ts'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { Id, Nullable } from '../../../platform/http/schema.ts'

function opIdIn(text: string): number {
  const opId = numberIn(text)
  if (opId === null) throw notFound('op', text)
  return opId
}

const presentUndone = (done: Awaited<ReturnType<typeof undoOp>>) => ({
  op_id: done.opId,
  undid: done.undid,
  edit_version: done.editVersion,
  rows: done.rows,
  lost_columns: done.lostColumns,
  stale: done.stale,
})

const presentSession = ({ opId, ops, stale }: UndoneSession) => ({
  op_id: opId,
  undone: ops.map(({ opId: undid, tableName, detail }) => ({ op_id: undid, table: tableName, rows: detail.rows })),
  stale,
})

export const undoEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/v1/workbooks/{workbook_id}/ops/{op_id}/undo',
    operation: 'undoOp',
    summary: 'Take back what an op did to rows',
    description:
      'An edit of rows, a merge or the next edition of a file, once. Refused when a touched cell changed since, unless forced. Cells of columns that were dropped since stay lost. Of an edition that changed several tables all of them are taken back; edit_version is that of the first.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: Type.Object({ workbook_id: Id('wb'), op_id: Type.String() }),
    query: Type.Object({
      force: Type.Optional(Type.Boolean({ default: false })),
      dry_run: Type.Optional(
        Type.Boolean({ default: false, description: 'Answers what would change, and writes nothing' }),
      ),
    }),
    status: 200,
    response: Type.Object({
      op_id: Nullable(Type.Integer({ description: 'Null of a dry run' })),
      undid: Type.Integer(),
      edit_version: Type.Integer(),
      rows: Type.Integer(),
      lost_columns: Type.Integer({ description: 'Columns the op wrote that are there no more' }),
      stale: Stale,
      dry_run: Type.Optional(DryRunDiff),
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
      const opId = opIdIn(params.op_id)
      const undo = (within: Context) => undoOp(within, params.workbook_id, opId, query.force ?? false)
      if (!query.dry_run) return presentUndone(await undo(ctx))
      const { outcome, dry } = await dryRun(ctx, undo)
      const diff = await diffOf(ctx, { workbookId: params.workbook_id, name: outcome.tableId }, dry)
      const undone = presentUndone(outcome)
      return { ...undone, op_id: null, edit_version: outcome.editVersion - 1, dry_run: presentDiff(diff) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/workbooks/{workbook_id}/ops/undo',
    operation: 'undoSession',
    summary: 'Take back all that was done to rows under a label',
    description:
      'All ops that carried this session are taken back as one op: their rows become what they were before the first of them. Refused, and nothing is undone, where a touched cell was changed by another op since.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: Type.Object({ workbook_id: Id('wb') }),
    body: Type.Object({ session: Type.String({ minLength: 1, maxLength: 100 }), dry_run: DryRunOptions }),
    status: 200,
    response: Type.Object({
      op_id: Nullable(Type.Integer({ description: 'Null of a dry run, and where nothing was left to change' })),
      undone: Type.Array(Type.Object({ op_id: Type.Integer(), table: Nullable(Type.String()), rows: Type.Integer() }), {
        description: 'Newest first',
      }),
      stale: Stale,
      dry_run: Type.Optional(Type.Array(Type.Object({ table: Type.String(), ...DryRunDiff.properties }))),
    }),
    problems: ['role_required', 'undo_conflict', 'history_expired', 'masked_column', 'unavailable'],
    handle: async ({ ctx, params, body: { session, dry_run } }) => {
      if (!dry_run) return presentSession(await undoSession(ctx, params.workbook_id, session))
      const { outcome } = await dryRun(ctx, (within) => undoSession(within, params.workbook_id, session))
      const tables = outcome.tables.map(({ table, diff }) => ({ table, ...presentDiff(diff) }))
      return { ...presentSession(outcome), op_id: null, dry_run: tables }
    },
  }),
]
