import { Type } from 'typebox'
import { VisibleLine } from '../../../people/accounts/name.ts'
import { BASE_ROLES, MOST_CUSTOM_ROLES } from '../../../people/accounts/workspaces/workspace.ts'
import {
  type GroupRole as GroupRoleRow,
  MOST_GROUP_ROLES,
  MOST_NAME_LENGTH,
} from '../../../people/companies/groups/group-role.ts'
import { readGroupRoles, setGroupRoles } from '../../../people/companies/groups/group-roles.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import {
  NamedObject,
  OneOf,
  Patterned,
  WORD_IN_WORDS,
  WORD_PATTERN,
  WorkspaceId,
} from '../../../platform/http/schema.ts'

const GroupRole = NamedObject('GroupRole', {
  group: Type.String({ description: 'The name of a group at the identity provider' }),
  base_role: OneOf(BASE_ROLES),
  custom_roles: Type.Array(Type.String()),
})

const GroupRoles = NamedObject('GroupRoles', { group_roles: Type.Array(GroupRole) })

const presentGroupRoles = (roles: readonly GroupRoleRow[]) => ({
  group_roles: roles.map(({ groupName, baseRole, customRoles }) => ({
    group: groupName,
    base_role: baseRole,
    custom_roles: customRoles,
  })),
})

const params = Type.Object({ workspace_id: WorkspaceId() })
const path = '/api/control/workspaces/{workspace_id}/group-roles'

export const groupRoleEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path,
    operation: 'listGroupRoles',
    summary: 'Which groups of the identity provider are what in a workspace',
    scope: 'workspaces:read',
    reach: { workspace: 'admin' },
    params,
    status: 200,
    response: GroupRoles,
    problems: ['out_of_reach', 'role_required', 'not_found'],
    handle: async ({ ctx, params }) => presentGroupRoles(await readGroupRoles(ctx, params.workspace_id)),
  }),
  endpoint({
    method: 'PUT',
    path,
    operation: 'setGroupRoles',
    summary: 'Replace which groups of the identity provider are what in a workspace',
    description:
      'A member of several groups has the strongest base role and all custom roles of them. Roles that were given by hand stay beside those of groups; a membership that came from groups alone ends with them. Groups come by SCIM, and from the claim `groups` at each login with an address in a domain of the account.',
    scope: 'workspaces:configure',
    reach: { workspace: 'admin' },
    params,
    body: Type.Object({
      group_roles: Type.Array(
        Type.Object({
          group: VisibleLine(MOST_NAME_LENGTH),
          base_role: OneOf(BASE_ROLES),
          custom_roles: Type.Optional(
            Type.Array(Patterned(WORD_PATTERN, WORD_IN_WORDS), { maxItems: MOST_CUSTOM_ROLES, uniqueItems: true }),
          ),
        }),
        { maxItems: MOST_GROUP_ROLES },
      ),
    }),
    status: 200,
    response: GroupRoles,
    problems: ['out_of_reach', 'role_required', 'reserved_role', 'not_found'],
    handle: async ({ ctx, params, body }) => {
      const sent = body.group_roles.map(({ group, base_role, custom_roles }) => ({
        group,
        baseRole: base_role,
        customRoles: custom_roles ?? [],
      }))
      return presentGroupRoles(await setGroupRoles(ctx, params.workspace_id, sent))
    },
  }),
]
