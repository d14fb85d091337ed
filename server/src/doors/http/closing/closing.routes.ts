import { Type } from 'typebox'
import { closeAccount } from '../../../people/closing/close-account.ts'
import type { Closed } from '../../../people/closing/end-account.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { Id, WireId } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'

const presentClosed = (closed: Closed) => ({
  deleted: true,
  account_id: toWireId('acc', closed.accountId),
  keys_revoked: closed.keysRevoked,
  workspaces_deleted: closed.workspacesDeleted,
  workbooks_deleted: closed.workbooksDeleted,
  credits_forfeited: closed.creditsForfeited,
})

export const closingEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/api/control/account/delete',
    operation: 'deleteAccount',
    summary: 'Close a developer account for good, with its keys, workspaces and workbooks',
    scope: 'any',
    callers: ['session'],
    body: Type.Object({
      account_id: Id('acc'),
      confirm: Type.String({ maxLength: 200, description: 'The name of the account, letter by letter' }),
    }),
    status: 200,
    response: Type.Object({
      deleted: Type.Boolean(),
      account_id: WireId('acc'),
      keys_revoked: Type.Integer(),
      workspaces_deleted: Type.Integer(),
      workbooks_deleted: Type.Integer(),
      credits_forfeited: Type.Integer(),
    }),
    problems: [
      'session_required',
      'not_found',
      'default_account',
      'subscription_active',
      'overage_outstanding',
      'confirm_mismatch',
    ],
    handle: async ({ ctx, body }) => presentClosed(await closeAccount(ctx, body.account_id, body.confirm)),
  }),
]
