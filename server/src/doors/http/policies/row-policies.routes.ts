import { Type } from 'typebox'
import {
  MappingRequest,
  presentRowPolicy,
  RowPolicyInfo,
  WRITE_UNSEEN,
} from '../../../core/policies/rows/row-policies.schema.ts'
import {
  dropRowPolicy,
  readRowPolicies,
  readRowPolicy,
  setRowPolicy,
} from '../../../core/policies/rows/row-policies.ts'
import { Answer, endpoint } from '../../../platform/http/endpoint.ts'
import { Id, Nullish } from '../../../platform/http/schema.ts'

const ROW_POLICIES = '/api/v1/workbooks/{workbook_id}/policies/rows'
const AtTable = Type.Object({ workbook_id: Id('wb'), table: Type.String() })
const placeOf = ({ workbook_id: workbookId, table }: { workbook_id: string; table: string }) => ({ workbookId, table })

export const rowPolicyEndpoints = [
  endpoint({
    method: 'GET',
    path: ROW_POLICIES,
    operation: 'listRowPolicies',
    summary: 'Which rows of which tables callers see',
    scope: 'governance:configure',
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb') }),
    status: 200,
    response: Type.Object({ row_policies: Type.Array(RowPolicyInfo) }),
    problems: ['role_required'],
    handle: async ({ ctx, params }) => ({
      row_policies: (await readRowPolicies(ctx, params.workbook_id)).map(presentRowPolicy),
    }),
  }),
  endpoint({
    method: 'GET',
    path: `${ROW_POLICIES}/{table}`,
    operation: 'readRowPolicy',
    summary: 'Which rows of a table callers see',
    scope: 'governance:configure',
    reach: { workbook: 'viewer' },
    params: AtTable,
    status: 200,
    response: RowPolicyInfo,
    problems: ['role_required'],
    handle: async ({ ctx, params }) => presentRowPolicy(await readRowPolicy(ctx, placeOf(params))),
  }),
  endpoint({
    method: 'PUT',
    path: `${ROW_POLICIES}/{table}`,
    operation: 'setRowPolicy',
    summary: 'Say which rows of a table callers see',
    description:
      'A caller sees the rows for which the predicate is true. It is written as the expression of a row rule, and may name ' +
      '`user.email` (proven, in lower case), `user.roles` (behind `in`) and `user.attributes.name`: what an admin of the workspace ' +
      'set for the user, or what `mapping` says for their address, a table that callers who may not change policies then ' +
      'cannot read. No role is exempt by rank: write ' +
      "`'admin' in user.roles or …`. Engines are given the rows a caller sees and no others; doors that do not read through " +
      'one are closed to callers who do not see all rows. A table that a transform makes row by row from its rows, with the ' +
      'columns of the predicate, shows what the predicate shows there; other tables made from its rows are closed until they ' +
      'have a policy of their own. Editors write only rows that they see, before and, unless `may_write_unseen`, after. It ' +
      'holds from the answer on.',
    scope: 'governance:configure',
    reach: { workbook: 'viewer' },
    params: AtTable,
    body: Type.Object({
      predicate: Type.String({
        minLength: 1,
        maxLength: 4000,
        examples: ["'admin' in user.roles or region in user.roles"],
      }),
      mapping: Nullish(MappingRequest),
      may_write_unseen: Type.Optional(Type.Boolean({ default: false, description: WRITE_UNSEEN })),
      note: Nullish(Type.String({ maxLength: 500 })),
      actor: Nullish(Type.String({ maxLength: 200 })),
    }),
    status: 200,
    alsoStatus: [201],
    response: RowPolicyInfo,
    problems: ['role_required'],
    handle: async ({ ctx, params, body }) => {
      const { predicate, mapping = null, may_write_unseen: mayWriteUnseen = false, note = null, actor = null } = body
      const policy = await setRowPolicy(ctx, placeOf(params), { predicate, mapping, mayWriteUnseen, note, actor })
      return new Answer(policy.isNew ? 201 : 200, presentRowPolicy(policy))
    },
  }),
  endpoint({
    method: 'DELETE',
    path: `${ROW_POLICIES}/{table}`,
    operation: 'deleteRowPolicy',
    summary: 'Show all rows of a table again',
    scope: 'governance:configure',
    reach: { workbook: 'viewer' },
    params: AtTable,
    query: Type.Object({ actor: Type.Optional(Type.String({ maxLength: 200 })) }),
    status: 204,
    problems: ['role_required'],
    handle: async ({ ctx, params, query }) => dropRowPolicy(ctx, placeOf(params), query.actor ?? null),
  }),
]
