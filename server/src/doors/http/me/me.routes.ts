import { Type } from 'typebox'
import { CreditsBody, presentCredits } from '../../../people/accounts/credits.ts'
import { VisibleLine } from '../../../people/accounts/name.ts'
import { PLANS } from '../../../people/accounts/plan.ts'
import type { WorkspaceName } from '../../../people/accounts/workspaces/workspaces.store.ts'
import { presentResource } from '../../../people/credentials/resource.ts'
import { DRIVES, describeMe, type Me, readMyWorkspaces, renameMe } from '../../../people/me/me.ts'
import { type Caller, KEY_SCOPES } from '../../../platform/caller.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { NamedObject, Nullable, OneOf, Time, WireId } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'

const MeBody = NamedObject('Me', {
  user_id: WireId('usr'),
  email: Type.String(),
  name: Type.String(),
  account_id: WireId('acc'),
  account_name: Type.String(),
  workspace_id: Nullable(WireId('ws')),
  workspace_name: Nullable(Type.String()),
  credential: Type.Object({
    kind: OneOf(['session', 'pat', 'key']),
    id: Type.String({ pattern: '^(sess|tok|key)_[0-9A-HJKMNP-TV-Z]{26}$' }),
    scopes: Type.Array(OneOf(KEY_SCOPES)),
    resource: Type.String({ description: 'account, workspace:<id> or workbook:<id>' }),
    expires_at: Nullable(Time),
  }),
  plan: OneOf(PLANS),
  credits: CreditsBody,
  capabilities: Type.Object(
    {
      billing: Type.Boolean({ description: 'Plans, cards and credits can be bought' }),
      adviser: Type.Boolean({ description: 'Reviews by a model (mode=agent)' }),
      reader: Type.Boolean({ description: 'A model is asked about readings of files that are not sure' }),
      drives: Type.Array(OneOf(DRIVES), { description: 'Drives that files can come from' }),
      python: Type.Boolean({ description: 'Transforms in Python' }),
      sandbox: Type.Boolean({ description: 'Engines run in their sandbox always; else where it is there' }),
      structuring: Type.Boolean({ description: 'Sheets are split into their tables' }),
      url_ingest: Type.Boolean({ description: 'Files are fetched from addresses, and webhooks are sent' }),
      registration: Type.Boolean({ description: 'Anyone may register' }),
    },
    { description: 'What this installation has; without it the calls that need it answer 501 or are refused' },
  ),
})

const ID_PREFIX = { session: 'sess', pat: 'tok', key: 'key', link: 'lnk' } as const

const presentCredential = ({ kind, credentialId, scopes, reach, expiresAt }: Caller) => ({
  kind,
  id: toWireId(ID_PREFIX[kind], credentialId),
  scopes: [...scopes],
  resource: presentResource(reach),
  expires_at: expiresAt?.toISOString() ?? null,
})

const presentMe = ({ user, account, workspace, credential, capabilities }: Me) => ({
  user_id: toWireId('usr', user.userId),
  email: user.email,
  name: user.name,
  account_id: toWireId('acc', account.accountId),
  account_name: account.name,
  workspace_id: workspace ? toWireId('ws', workspace.workspaceId) : null,
  workspace_name: workspace?.name ?? null,
  credential: presentCredential(credential),
  plan: account.plan,
  credits: presentCredits(account),
  capabilities,
})

const presentWorkspaceName = ({ workspaceId, name, isDefault }: WorkspaceName) => ({
  workspace_id: toWireId('ws', workspaceId),
  name,
  is_default: isDefault,
})

export const meEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/v1/me',
    operation: 'getMe',
    summary: 'Who you are, what your credential may do and reach, and what your account has',
    scope: 'any',
    status: 200,
    response: MeBody,
    handle: async ({ ctx }) => presentMe(await describeMe(ctx)),
  }),
  endpoint({
    method: 'PATCH',
    path: '/api/v1/me',
    operation: 'changeMe',
    summary: 'Change your name',
    description: 'Others see it from now on. History keeps the name that an entry was written under.',
    scope: 'any',
    callers: ['session'],
    body: Type.Object({ name: VisibleLine(120) }),
    status: 200,
    response: MeBody,
    handle: async ({ ctx, body }) => presentMe(await renameMe(ctx, body.name)),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/me/workspaces',
    operation: 'listMyWorkspaces',
    summary: 'The workspaces your credential reaches, by name',
    scope: 'any',
    status: 200,
    response: Type.Object({
      workspaces: Type.Array(
        Type.Object({
          workspace_id: WireId('ws'),
          name: Type.String(),
          is_default: Type.Boolean({ description: 'Workbooks that name no workspace land here' }),
        }),
      ),
    }),
    handle: async ({ ctx }) => ({ workspaces: (await readMyWorkspaces(ctx)).map(presentWorkspaceName) }),
  }),
]
