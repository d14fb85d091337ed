import { Type } from 'typebox'
import { VisibleName } from '../../../people/accounts/name.ts'
import {
  PublicLinks,
  presentWorkspace,
  settings,
  settingsOf,
  Workspace,
} from '../../../people/accounts/workspaces/workspaces.schema.ts'
import { configureWorkspace } from '../../../people/companies/policies/configure-workspace.ts'
import { Answer, type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { Nullish, WorkspaceId } from '../../../platform/http/schema.ts'

const params = Type.Object({ workspace_id: WorkspaceId() })

export const workspaceSettingsEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'PATCH',
    path: '/api/control/workspaces/{workspace_id}',
    operation: 'configureWorkspace',
    summary: 'Change a workspace; what is left out stays, null clears',
    description: 'A name cannot be cleared: null leaves it as it is, and X-SVC-Ignored-Fields names it.',
    scope: 'workspaces:configure',
    reach: { workspace: 'admin' },
    params,
    body: Type.Object({ name: Nullish(VisibleName), ...settings, public_links: Type.Optional(PublicLinks) }),
    status: 200,
    response: Workspace,
    problems: ['out_of_reach', 'role_required', 'not_found'],
    handle: async ({ ctx, params, body }) => {
      const changed = await configureWorkspace(ctx, params.workspace_id, {
        name: body.name,
        publicLinks: body.public_links,
        ...settingsOf(body),
      })
      // A workspace has a name always: null is the one value that does nothing, and is refused.
      const ignored = body.name === null ? { 'x-svc-ignored-fields': 'name' } : {}
      return new Answer(200, presentWorkspace(changed), ignored)
    },
  }),
]
