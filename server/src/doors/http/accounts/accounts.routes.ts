import { Type } from 'typebox'
import type { AccountWithFigures } from '../../../people/accounts/accounts.store.ts'
import { createAccount, readAccount, readAccounts } from '../../../people/accounts/accounts.ts'
import { CreditsBody, presentCredits } from '../../../people/accounts/credits.ts'
import { VisibleName } from '../../../people/accounts/name.ts'
import { PLANS, planOf } from '../../../people/accounts/plan.ts'
import type { Context } from '../../../platform/context.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { Id, NamedObject, NextCursor, NO_CURSOR, OneOf, Time, WireId } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'

const Account = NamedObject('Account', {
  account_id: WireId('acc'),
  name: Type.String(),
  kind: OneOf(['default', 'developer']),
  plan: OneOf(PLANS),
  status: OneOf(['active']),
  credits: CreditsBody,
  owner_id: WireId('usr'),
  workspace_count: Type.Integer(),
  key_count: Type.Integer({ description: 'Keys that still work' }),
  created_at: Time,
})

const presentAccount = ({ settings }: Context, account: AccountWithFigures) => ({
  account_id: toWireId('acc', account.accountId),
  name: account.name,
  kind: account.kind,
  plan: planOf(settings, account.plan),
  status: 'active',
  credits: presentCredits(account),
  owner_id: toWireId('usr', account.ownerId),
  workspace_count: account.workspaceCount ?? 0,
  key_count: account.keyCount ?? 0,
  created_at: account.createdAt.toISOString(),
})

export const accountEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/control/account',
    operation: 'getAccount',
    summary: 'One account; yours when none is named',
    scope: 'account:read',
    query: Type.Object({ account_id: Type.Optional(Id('acc')) }),
    status: 200,
    response: Account,
    problems: ['out_of_reach', 'not_found'],
    handle: async ({ ctx, query }) => presentAccount(ctx, await readAccount(ctx, query.account_id)),
  }),
  endpoint({
    method: 'GET',
    path: '/api/control/accounts',
    operation: 'listAccounts',
    summary: 'Your default account, then your developer accounts; a token or key sees its own only',
    scope: 'account:read',
    query: Type.Object({
      provision: Type.Optional(Type.Boolean({ default: true, description: 'Accepted, without effect' })),
    }),
    status: 200,
    response: Type.Object({ accounts: Type.Array(Account), next_cursor: NextCursor }),
    problems: ['out_of_reach'],
    handle: async ({ ctx }) => ({
      accounts: (await readAccounts(ctx)).map((account) => presentAccount(ctx, account)),
      ...NO_CURSOR,
    }),
  }),
  endpoint({
    method: 'POST',
    path: '/api/control/accounts',
    operation: 'createAccount',
    summary: 'Create a developer account beside your default one',
    scope: 'any',
    callers: ['session'],
    body: Type.Object({ name: VisibleName }),
    status: 201,
    response: Account,
    problems: ['session_required'],
    handle: async ({ ctx, body }) => presentAccount(ctx, await createAccount(ctx, body.name)),
  }),
]
