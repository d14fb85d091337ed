import { Type } from 'typebox'
import { ActorInfo } from '../../../core/audit/actor.ts'
import { isUndoable } from '../../../core/ops/op.ts'
import { readOps, type VisibleOp } from '../../../core/ops/read-ops.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { Id, Limit, NamedObject, Nullable, Time } from '../../../platform/http/schema.ts'

const OpEntry = NamedObject('Op', {
  op_id: Type.Integer(),
  kind: Type.String({ examples: ['rows.upsert'] }),
  table: Nullable(Type.String()),
  actor: ActorInfo,
  at: Time,
  expected_version: Nullable(Type.Integer()),
  unconditional: Type.Boolean(),
  edit_version: Nullable(Type.Integer()),
  rows: Nullable(Type.Integer({ description: 'Null where rows that it may have touched are hidden from you' })),
  summary: Type.String(),
  code: Nullable(Type.Object({ kind: Type.String(), ref: Type.String(), sha256: Type.String() })),
  via: Nullable(Type.String()),
  undoable: Type.Boolean(),
  undone_by: Nullable(Type.Integer()),
  idempotency_key: Nullable(Type.String()),
  session: Nullable(Type.String({ description: 'What it is a part of, as its caller called it' })),
})

const presentOp = (op: VisibleOp) => ({
  op_id: op.opId,
  kind: op.kind,
  // A run goes on to the tables below it: the one that was run is meant.
  table: op.tableName ?? (op.kind === 'transform.run' ? op.detail.table : null),
  actor: op.actor,
  at: op.at.toISOString(),
  expected_version: op.detail.expected_version,
  unconditional: op.detail.unconditional,
  edit_version: op.editVersion,
  rows: op.isCounted ? op.detail.rows : null,
  summary: op.detail.summary,
  code: op.detail.code ?? null,
  via: op.detail.via ?? null,
  undoable: isUndoable(op),
  undone_by: op.undoneBy,
  idempotency_key: op.detail.idempotency_key ?? null,
  session: op.detail.session ?? null,
})

export const opEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/v1/workbooks/{workbook_id}/ops',
    operation: 'listOps',
    summary: 'What was done to the workbook, newest first',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb') }),
    query: Type.Object({
      limit: Limit(50, 500),
      before: Type.Optional(Type.Integer({ minimum: 1, description: 'Only ops with a smaller op_id' })),
    }),
    status: 200,
    response: Type.Object({ ops: Type.Array(OpEntry), next_before: Nullable(Type.Integer()) }),
    handle: async ({ ctx, params, query: { limit, before = null } }) => {
      const { ops, nextBefore } = await readOps(ctx, params.workbook_id, { limit, before })
      return { ops: ops.map(presentOp), next_before: nextBefore }
    },
  }),
]
