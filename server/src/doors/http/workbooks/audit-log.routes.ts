import { Type } from 'typebox'
import { readWorkbookAuditLog } from '../../../core/workbooks/read-workbook-audit-log.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { Id, Limit, NamedObject, Nullable, OneOf, Time } from '../../../platform/http/schema.ts'

const FreeForm = Type.Record(Type.String(), Type.Unknown())

const Entry = NamedObject('AuditEntry', {
  seq: Type.Integer(),
  at: Time,
  actor: FreeForm,
  action: Type.String(),
  target: FreeForm,
  outcome: OneOf(['ok', 'refused']),
  detail: FreeForm,
  ip: Nullable(Type.String()),
  op_id: Type.Optional(Type.Integer()),
  count: Type.Optional(Type.Integer({ description: 'Of reads: how many in that minute' })),
  since: Type.Optional(Time),
  prev_hash: Type.String({ description: 'Hex; empty before the first entry' }),
  hash: Type.String({ description: 'Hex' }),
})

export const auditLogEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/v1/workbooks/{workbook_id}/audit-log',
    operation: 'readAuditLog',
    summary: 'What was done and refused in the workbook, newest first',
    description:
      'chain_valid is false when an entry was altered, removed or reordered, or when the end of the log was cut off.',
    scope: 'workbooks:read',
    reach: { workbook: 'editor' },
    params: Type.Object({ workbook_id: Id('wb') }),
    query: Type.Object({
      limit: Limit(200, 1000),
      before: Type.Optional(Type.Integer({ minimum: 1, description: 'Only entries with a smaller seq' })),
    }),
    status: 200,
    response: Type.Object({
      entries: Type.Array(Entry),
      chain_valid: Type.Boolean(),
      next_before: Nullable(Type.Integer()),
    }),
    problems: ['role_required'],
    handle: async ({ ctx, params, query }) => {
      const { entries, chainValid, nextBefore } = await readWorkbookAuditLog(ctx, params.workbook_id, query)
      return { entries, chain_valid: chainValid, next_before: nextBefore }
    },
  }),
]
