import { Type } from 'typebox'
import { ownReach, pinnedWorkspace } from '../../../people/credentials/mint.ts'
import { mintKey, mintToken } from '../../../people/credentials/mint-credential.ts'
import { parseResource, presentResource, RESOURCE_PATTERN, reachOf } from '../../../people/credentials/resource.ts'
import {
  listManagedKeys,
  listManagedTokens,
  revokeKey,
  revokeToken,
} from '../../../people/credentials/revoke-credential.ts'
import { KEY_SCOPES, SCOPES } from '../../../platform/caller.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import {
  Id,
  NamedObject,
  NextCursor,
  NO_CURSOR,
  Nullable,
  Nullish,
  OneOf,
  Patterned,
  Secret,
  Time,
  WireId,
  WorkspaceId,
} from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'

const Scopes = Type.Array(OneOf(SCOPES), { minItems: 1, maxItems: SCOPES.length })
const ScopesOfKey = Type.Array(OneOf(KEY_SCOPES), {
  minItems: 1,
  maxItems: SCOPES.length,
  description: '`scim` stands alone: a key for the identity provider of a company, which can do nothing else',
})
const Rate = Type.Integer({ minimum: 1, maximum: 10_000 })

const shared = {
  name: Nullable(Type.String()),
  prefix: Type.String({ description: 'The beginning of the plaintext, to recognise it by' }),
  resource: Type.String({ description: 'account, workspace:<id> or workbook:<id>' }),
  account_id: WireId('acc'),
  rate_limit_per_minute: Type.Integer(),
  created_at: Time,
  expires_at: Nullable(Time),
  last_used_at: Nullable(Time),
  revoked_at: Nullable(Time),
}
const Token = NamedObject('Token', { token_id: WireId('tok'), scopes: Type.Array(OneOf(SCOPES)), ...shared })
const Key = NamedObject('Key', {
  key_id: WireId('key'),
  workspace_id: Nullable(WireId('ws')),
  created_by: WireId('usr'),
  scopes: Type.Array(OneOf(KEY_SCOPES)),
  ...shared,
})

type Row = Awaited<ReturnType<typeof listManagedTokens>>[number]

const presentShared = (row: Row) => ({
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes,
  resource: presentResource(reachOf(row.reachKind, row.reachId)),
  account_id: toWireId('acc', row.accountId),
  rate_limit_per_minute: row.ratePerMinute,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt?.toISOString() ?? null,
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  revoked_at: row.revokedAt?.toISOString() ?? null,
})

const presentToken = (row: Row) => ({ token_id: toWireId('tok', row.credentialId), ...presentShared(row) })

const presentKey = (row: Row) => ({
  key_id: toWireId('key', row.credentialId),
  workspace_id: row.reachKind === 'workspace' && row.reachId ? toWireId('ws', row.reachId) : null,
  created_by: toWireId('usr', row.createdBy),
  ...presentShared(row),
})

export const tokenEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/v1/me/tokens',
    operation: 'listTokens',
    summary: 'Your personal access tokens, without their secrets',
    scope: 'any',
    callers: ['session', 'pat'],
    status: 200,
    response: Type.Object({ tokens: Type.Array(Token), next_cursor: NextCursor }),
    handle: async ({ ctx }) => ({ tokens: (await listManagedTokens(ctx)).map(presentToken), ...NO_CURSOR }),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/me/tokens',
    operation: 'createToken',
    summary: 'Mint a personal access token; its plaintext is in this answer and nowhere else',
    scope: 'any',
    callers: ['session', 'pat'],
    body: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 200 }),
      account_id: Nullish(Id('acc')),
      expires_in_days: Nullish(Type.Integer({ minimum: 1, maximum: 365 })),
      rate_limit_per_minute: Nullish(Rate),
      resource: Nullish(Patterned(RESOURCE_PATTERN, 'account, workspace:<workspace_id> or workbook:<workbook_id>')),
      scopes: Nullish(Scopes),
    }),
    status: 201,
    response: Type.Object({ ...Token.properties, token: Secret() }),
    problems: ['scope_exceeds_issuer', 'out_of_reach', 'limit_reached'],
    handle: async ({ ctx, body }) => {
      const minted = await mintToken(ctx, {
        name: body.name,
        accountId: body.account_id,
        expiresInDays: body.expires_in_days,
        ratePerMinute: body.rate_limit_per_minute,
        reach: body.resource ? parseResource(body.resource) : ownReach(ctx.caller),
        scopes: body.scopes,
      })
      return { ...presentToken(minted), token: minted.plaintext }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/v1/me/tokens/{token_id}',
    operation: 'revokeToken',
    summary: 'Revoke a token; revoking it twice is fine',
    scope: 'any',
    callers: ['session', 'pat'],
    params: Type.Object({ token_id: Id('tok') }),
    status: 204,
    problems: ['out_of_reach'],
    handle: async ({ ctx, params }) => revokeToken(ctx, params.token_id),
  }),
]

export const keyEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/control/account/keys',
    operation: 'listKeys',
    summary: 'Keys of an account, without their secrets',
    scope: 'keys:read',
    query: Type.Object({ account_id: Type.Optional(Id('acc')) }),
    status: 200,
    response: Type.Object({ keys: Type.Array(Key), next_cursor: NextCursor }),
    problems: ['out_of_reach'],
    handle: async ({ ctx, query }) => ({
      keys: (await listManagedKeys(ctx, query.account_id)).map(presentKey),
      ...NO_CURSOR,
    }),
  }),
  endpoint({
    method: 'POST',
    path: '/api/control/account/keys',
    operation: 'createKey',
    summary: 'Mint an account key; its plaintext is in this answer and nowhere else',
    scope: 'keys:mint',
    body: Type.Object({
      scopes: ScopesOfKey,
      account_id: Nullish(Id('acc')),
      name: Nullish(Type.String({ maxLength: 120 })),
      expires_in_days: Nullish(
        Type.Integer({
          minimum: 1,
          maximum: 365,
          description: 'Without it the key does not expire, or expires with the credential that mints it',
        }),
      ),
      rate_limit_per_minute: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 600 })),
      workspace_id: Nullish(WorkspaceId()),
    }),
    status: 201,
    response: Type.Object({ ...Key.properties, key: Secret() }),
    problems: ['scope_exceeds_issuer', 'out_of_reach', 'limit_reached'],
    handle: async ({ ctx, body }) => {
      const minted = await mintKey(ctx, {
        name: body.name,
        accountId: body.account_id,
        workspaceId: body.workspace_id ?? pinnedWorkspace(ctx.caller),
        expiresInDays: body.expires_in_days,
        ratePerMinute: body.rate_limit_per_minute ?? 600,
        scopes: body.scopes,
      })
      return { ...presentKey(minted), key: minted.plaintext }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/control/account/keys/{key_id}',
    operation: 'revokeKey',
    summary: 'Revoke a key',
    scope: 'keys:revoke',
    params: Type.Object({ key_id: Id('key') }),
    query: Type.Object({ account_id: Type.Optional(Id('acc')) }),
    status: 204,
    problems: ['out_of_reach'],
    handle: async ({ ctx, params, query }) => revokeKey(ctx, params.key_id, query.account_id),
  }),
]
