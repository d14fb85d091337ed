import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Id, OneOf, Patterned, WireId, WORD_IN_WORDS, WORD_PATTERN } from '../../http/schema.ts'
import { toWireId } from '../../platform/ids.ts'
import type { Member as MemberRow } from './members.store.ts'
import { readMembers } from './read-members.ts'
import { removeMember } from './remove-member.ts'
import { setMemberRoles } from './set-member-roles.ts'
import { BASE_ROLES, effectiveRoles } from './workspace.ts'

const Member = Type.Object({
  user_id: WireId('usr'),
  email: Type.String(),
  name: Type.String(),
  base_role: OneOf(BASE_ROLES),
  custom_roles: Type.Array(Type.String()),
  roles: Type.Array(Type.String(), { description: 'What policies see: the base role and the custom roles' }),
})

const presentMember = (member: MemberRow) => ({
  user_id: toWireId('usr', member.userId),
  email: member.email,
  name: member.name,
  base_role: member.baseRole,
  custom_roles: member.customRoles,
  roles: effectiveRoles(member),
})

export const workspaceMemberEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/control/workspaces/{workspace_id}/users',
    operation: 'listWorkspaceUsers',
    summary: 'Who belongs to a workspace, and as what',
    scope: 'workspaces:read',
    reach: { workspace: 'viewer' },
    params: Type.Object({ workspace_id: Id('ws') }),
    status: 200,
    response: Type.Object({ users: Type.Array(Member) }),
    problems: ['out_of_reach', 'not_found'],
    handle: async ({ ctx, params }) => ({ users: (await readMembers(ctx, params.workspace_id)).map(presentMember) }),
  }),
  endpoint({
    method: 'PUT',
    path: '/api/control/workspaces/{workspace_id}/users/{user_id}/roles',
    operation: 'setWorkspaceUserRoles',
    summary: 'Replace the custom roles of a member; the base role stays',
    scope: 'workspaces:configure',
    reach: { workspace: 'admin' },
    params: Type.Object({ workspace_id: Id('ws'), user_id: Id('usr') }),
    body: Type.Object({
      roles: Type.Array(Patterned(WORD_PATTERN, WORD_IN_WORDS), { maxItems: 20, uniqueItems: true }),
    }),
    status: 200,
    response: Member,
    problems: ['out_of_reach', 'role_required', 'reserved_role', 'not_found'],
    handle: async ({ ctx, params, body }) =>
      presentMember(await setMemberRoles(ctx, params.workspace_id, params.user_id, body.roles)),
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/control/workspaces/{workspace_id}/users/{user_id}',
    operation: 'removeWorkspaceUser',
    summary: 'Remove a member, or leave; removing somebody else takes an admin',
    scope: 'workspaces:configure',
    reach: { workspace: 'viewer' },
    params: Type.Object({ workspace_id: Id('ws'), user_id: Id('usr') }),
    status: 204,
    problems: ['out_of_reach', 'role_required', 'account_owner', 'not_found'],
    handle: async ({ ctx, params }) => removeMember(ctx, params.workspace_id, params.user_id),
  }),
]
