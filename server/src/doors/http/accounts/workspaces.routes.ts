import { type Static, Type } from 'typebox'
import { VisibleName } from '../../../people/accounts/name.ts'
import {
  presentWorkspace,
  settings,
  settingsOf,
  Workspace,
} from '../../../people/accounts/workspaces/workspaces.schema.ts'
import { provisionWorkspace, readWorkspace, readWorkspaces } from '../../../people/accounts/workspaces/workspaces.ts'
import type { Context } from '../../../platform/context.ts'
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { Cursor, Id, Limit, Nullable, Nullish, WorkspaceId } from '../../../platform/http/schema.ts'

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
]
