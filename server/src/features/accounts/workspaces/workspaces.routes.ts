import { type Static, Type } from 'typebox'
import { readCursor, writeCursor } from '../../../http/cursor.ts'
import { Answer, type Endpoint, endpoint } from '../../../http/endpoint.ts'
import { Cursor, Id, Limit, Nullable, Nullish, OneOf, Time, WireId, WorkspaceId } from '../../../http/schema.ts'
import type { Context } from '../../../platform/context.ts'
import type { JsonObject } from '../../../platform/database/database-schema.ts'
import { toWireId } from '../../../platform/ids.ts'
import { Line, VisibleName } from '../name.ts'
import type { WorkspaceWithFigures } from './workspaces.store.ts'
import { configureWorkspace, provisionWorkspace, readWorkspace, readWorkspaces } from './workspaces.ts'

const AnyObject = Type.Object({}, { additionalProperties: true })

const settings = {
  residency: Nullish(Line(60, 'Recorded as a declaration only')),
  preprocess_rules: Nullish(Type.String({ maxLength: 2000 })),
  idp_config: Nullish(
    Type.Unsafe<JsonObject>({ ...AnyObject, description: 'Declared linkage only; nothing is synced' }),
  ),
}

const Workspace = Type.Object({
  workspace_id: WireId('ws'),
  name: Type.String(),
  account_id: WireId('acc'),
  kind: OneOf(['personal', 'managed']),
  is_default: Type.Boolean({ description: 'Workbooks of your account that name no workspace land here' }),
  residency: Nullable(Type.String()),
  preprocess_rules: Nullable(Type.String()),
  idp_config: Nullable(AnyObject),
  workbook_count: Type.Integer(),
  member_count: Type.Integer(),
  created_at: Time,
})

const presentWorkspace = (workspace: WorkspaceWithFigures) => ({
  workspace_id: toWireId('ws', workspace.workspaceId),
  name: workspace.name,
  account_id: toWireId('acc', workspace.accountId),
  kind: workspace.kind,
  is_default: workspace.isDefault,
  residency: workspace.residency,
  preprocess_rules: workspace.preprocessRules,
  idp_config: workspace.idpConfig,
  workbook_count: workspace.workbookCount,
  member_count: workspace.memberCount,
  created_at: workspace.createdAt.toISOString(),
})

const Listing = Type.Object({
  account_id: Type.Optional(Id('acc')),
  limit: Type.Optional(Limit(100, 200)),
  cursor: Type.Optional(Cursor),
})

async function answerPage(ctx: Context, { account_id, limit = 100, cursor }: Static<typeof Listing>) {
  // Safe: only our own cursors can be read, and they hold the last workspace of a page.
  const after = cursor ? (readCursor(ctx.keyring, 'workspaces', cursor) as string) : null
  const { workspaces, next } = await readWorkspaces(ctx, { accountId: account_id ?? null, limit, after })
  return {
    workspaces: workspaces.map(presentWorkspace),
    next_cursor: next && writeCursor(ctx.keyring, 'workspaces', next),
  }
}

const settingsOf = (body: {
  residency?: string | null
  preprocess_rules?: string | null
  idp_config?: JsonObject | null
}) => ({
  residency: body.residency,
  preprocessRules: body.preprocess_rules,
  idpConfig: body.idp_config,
})

const params = Type.Object({ workspace_id: WorkspaceId() })

export const workspaceEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/control/workspaces',
    operation: 'listWorkspaces',
    summary: 'The workspaces this credential reaches, oldest first',
    scope: 'workspaces:read',
    query: Listing,
    status: 200,
    response: Type.Object({ workspaces: Type.Array(Workspace), next_cursor: Nullable(Type.String()) }),
    problems: ['out_of_reach', 'not_found', 'invalid_cursor'],
    handle: async ({ ctx, query }) => answerPage(ctx, query),
  }),
  endpoint({
    method: 'POST',
    path: '/api/control/workspaces',
    operation: 'provisionWorkspace',
    summary: 'Provision a managed workspace',
    scope: 'workspaces:create',
    body: Type.Object({ name: VisibleName, account_id: Nullish(Id('acc')), ...settings }),
    status: 201,
    response: Workspace,
    problems: ['out_of_reach', 'not_found'],
    handle: async ({ ctx, body }) =>
      presentWorkspace(
        await provisionWorkspace(ctx, { name: body.name, accountId: body.account_id, ...settingsOf(body) }),
      ),
  }),
  endpoint({
    method: 'GET',
    path: '/api/control/workspaces/{workspace_id}',
    operation: 'getWorkspace',
    summary: 'One workspace',
    scope: 'workspaces:read',
    reach: { workspace: 'viewer' },
    params,
    status: 200,
    response: Workspace,
    problems: ['out_of_reach', 'not_found'],
    handle: async ({ ctx, params }) => presentWorkspace(await readWorkspace(ctx, params.workspace_id)),
  }),
  endpoint({
    method: 'PATCH',
    path: '/api/control/workspaces/{workspace_id}',
    operation: 'configureWorkspace',
    summary: 'Change a workspace; what is left out stays, null clears',
    description: 'A name cannot be cleared: null leaves it as it is, and X-SVC-Ignored-Fields names it.',
    scope: 'workspaces:configure',
    reach: { workspace: 'admin' },
    params,
    body: Type.Object({ name: Nullish(VisibleName), ...settings }),
    status: 200,
    response: Workspace,
    problems: ['out_of_reach', 'role_required', 'not_found'],
    handle: async ({ ctx, params, body }) => {
      const changed = await configureWorkspace(ctx, params.workspace_id, { name: body.name, ...settingsOf(body) })
      // A workspace has a name always: null is the one value that does nothing, and is refused.
      const ignored = body.name === null ? { 'x-svc-ignored-fields': 'name' } : {}
      return new Answer(200, presentWorkspace(changed), ignored)
    },
  }),
]
