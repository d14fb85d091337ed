import { Type } from 'typebox'
import type { Guest as GuestRow } from '../../../people/accounts/members/guests.store.ts'
import type { Member as MemberRow } from '../../../people/accounts/members/members.store.ts'
import {
  readMembers,
  removeMember,
  setMemberAttributes,
  setMemberRoles,
} from '../../../people/accounts/members/members.ts'
import type { UserAttributes } from '../../../people/accounts/user.ts'
import { BASE_ROLES, type BaseRole, effectiveRoles } from '../../../people/accounts/workspaces/workspace.ts'
import { ATTRIBUTE_IN_WORDS, ATTRIBUTE_PATTERN } from '../../../platform/caller.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import {
  Id,
  NamedObject,
  Nullable,
  OneOf,
  Patterned,
  WireId,
  WORD_IN_WORDS,
  WORD_PATTERN,
  WorkspaceId,
} from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'

const Text = Patterned('^[^\\u0000-\\u001f\\u007f]+$', 'text without control characters', { maxLength: 100 })
const Texts = Type.Array(Text, { maxItems: 40, uniqueItems: true })
const propertyNames = Patterned(ATTRIBUTE_PATTERN, ATTRIBUTE_IN_WORDS)
const AttributeValues = Type.Record(Type.String(), Texts, {
  description: 'What row policies may ask about the user (`user.attributes.name`). Shown to admins; null to others',
})

const Member = NamedObject('WorkspaceMember', {
  user_id: WireId('usr'),
  email: Type.String(),
  name: Type.String(),
  base_role: OneOf(BASE_ROLES),
  custom_roles: Type.Array(Type.String()),
  roles: Type.Array(Type.String(), { description: 'What policies see: the base role and the custom roles' }),
  attributes: Nullable(AttributeValues),
})

const Guest = NamedObject('Guest', {
  user_id: WireId('usr'),
  email: Type.String(),
  name: Type.String(),
  former_role: Nullable(OneOf(BASE_ROLES)),
  custom_roles: Type.Array(Type.String(), { description: 'In force for workbooks shared with the guest directly' }),
  attributes: AttributeValues,
  shared_workbooks: Type.Integer({
    description: 'Workbooks of this workspace that are shared with the guest directly',
  }),
})

const MemberOrGuest = NamedObject('MemberOrGuest', {
  ...Member.properties,
  base_role: Nullable(OneOf(BASE_ROLES)),
})

const presentAttributes = (attributes: UserAttributes) =>
  Object.fromEntries(Object.entries(attributes).map(([name, values]) => [name, [...values]]))

type ShownMember = Omit<MemberRow, 'baseRole' | 'attributes'> & {
  baseRole: BaseRole | null
  attributes: UserAttributes | null
}

const presentMember = (member: ShownMember) => ({
  user_id: toWireId('usr', member.userId),
  email: member.email,
  name: member.name,
  base_role: member.baseRole,
  custom_roles: member.customRoles,
  roles: effectiveRoles(member),
  attributes: member.attributes && presentAttributes(member.attributes),
})

const presentGuest = (guest: GuestRow) => ({
  user_id: toWireId('usr', guest.userId),
  email: guest.email,
  name: guest.name,
  former_role: guest.formerRole,
  custom_roles: guest.customRoles,
  attributes: presentAttributes(guest.attributes),
  shared_workbooks: guest.sharedWorkbooks,
})

const presentMemberOrGuest = (user: MemberRow | GuestRow) =>
  presentMember({ ...user, baseRole: 'baseRole' in user ? user.baseRole : null })

export const workspaceMemberEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/control/workspaces/{workspace_id}/users',
    operation: 'listWorkspaceUsers',
    summary: 'Who belongs to a workspace, and as what',
    description:
      'Admins also see guests: users who are no members but have a workbook of the workspace shared with them, or keep custom roles from an earlier membership. `former_role` is the base role a member had on leaving: what policies hide from it stays hidden from the guest until an admin sets the roles.',
    scope: 'workspaces:read',
    reach: { workspace: 'viewer' },
    params: Type.Object({ workspace_id: WorkspaceId() }),
    status: 200,
    response: Type.Object({
      users: Type.Array(Member),
      guests: Type.Array(Guest, {
        description:
          'Shown to admins: users who are no members and have a direct share of a workbook, or custom roles that were kept',
      }),
    }),
    problems: ['out_of_reach', 'not_found'],
    handle: async ({ ctx, params }) => {
      const { members, guests } = await readMembers(ctx, params.workspace_id)
      return { users: members.map(presentMember), guests: guests.map(presentGuest) }
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/api/control/workspaces/{workspace_id}/users/{user_id}/roles',
    operation: 'setWorkspaceUserRoles',
    summary: 'Replace the custom roles of a member, whose base role stays, or of a guest',
    description:
      'A guest has a workbook of the workspace shared with them without being a member: `base_role` is null. For a former member it also ends what their earlier base role hides.',
    scope: 'workspaces:configure',
    reach: { workspace: 'admin' },
    params: Type.Object({ workspace_id: WorkspaceId(), user_id: Id('usr') }),
    body: Type.Object({
      roles: Type.Array(Patterned(WORD_PATTERN, WORD_IN_WORDS), { maxItems: 20, uniqueItems: true }),
    }),
    status: 200,
    response: MemberOrGuest,
    problems: ['out_of_reach', 'role_required', 'reserved_role', 'not_found'],
    handle: async ({ ctx, params, body }) =>
      presentMemberOrGuest(await setMemberRoles(ctx, params.workspace_id, params.user_id, body.roles)),
  }),
  endpoint({
    method: 'PUT',
    path: '/api/control/workspaces/{workspace_id}/users/{user_id}/attributes',
    operation: 'setWorkspaceUserAttributes',
    summary: 'Replace the attributes of a member or guest that row policies ask for',
    description:
      'A row policy names them as `user.attributes.name`. They belong to the membership, stay with a member who leaves, and hold from the answer on. No user sets their own, whatever their role.',
    scope: 'workspaces:configure',
    reach: { workspace: 'admin' },
    params: Type.Object({ workspace_id: WorkspaceId(), user_id: Id('usr') }),
    body: Type.Object({
      attributes: Type.Record(Type.String(), Texts, {
        propertyNames,
        maxProperties: 20,
        examples: [{ department: ['sales'], regions: ['east', 'north'] }],
      }),
    }),
    status: 200,
    response: MemberOrGuest,
    problems: ['out_of_reach', 'role_required', 'not_found'],
    handle: async ({ ctx, params, body }) =>
      presentMemberOrGuest(await setMemberAttributes(ctx, params.workspace_id, params.user_id, body.attributes)),
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/control/workspaces/{workspace_id}/users/{user_id}',
    operation: 'removeWorkspaceUser',
    summary: 'Remove a member, or leave; removing another user takes an admin',
    scope: 'workspaces:configure',
    reach: { workspace: 'viewer' },
    params: Type.Object({ workspace_id: WorkspaceId(), user_id: Id('usr') }),
    status: 204,
    problems: ['out_of_reach', 'role_required', 'account_owner', 'not_found'],
    handle: async ({ ctx, params }) => removeMember(ctx, params.workspace_id, params.user_id),
  }),
]
