import { Type } from 'typebox'
import { deleteWorkspace } from '../../../core/workbooks/delete-workspace.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { WorkspaceId } from '../../../platform/http/schema.ts'

/** Here and not among the accounts: its credentials and the workbooks in its trash end with it. */
export const workspaceDeletionEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'DELETE',
    path: '/api/control/workspaces/{workspace_id}',
    operation: 'deleteWorkspace',
    summary: 'Delete an empty managed workspace; keys and tokens pinned to it are revoked',
    description: 'Refused while workbooks remain. Workbooks of it that rest in the trash are purged with it.',
    scope: 'workspaces:delete',
    reach: { workspace: 'admin' },
    params: Type.Object({ workspace_id: WorkspaceId() }),
    status: 204,
    problems: ['workspace_not_empty', 'personal_workspace', 'out_of_reach', 'role_required', 'not_found'],
    handle: async ({ ctx, params }) => deleteWorkspace(ctx, params.workspace_id),
  }),
]
