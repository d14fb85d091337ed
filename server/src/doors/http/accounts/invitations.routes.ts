import { Type } from 'typebox'
import type { InvitationRow } from '../../../people/accounts/invitations/invitations.store.ts'
import { inviteMember, readInvitations, withdrawInvitation } from '../../../people/accounts/invitations/invitations.ts'
import { EMAIL, EMAIL_IN_WORDS } from '../../../people/accounts/user.ts'
import { BASE_ROLES } from '../../../people/accounts/workspaces/workspace.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import {
  Id,
  NamedObject,
  Nullable,
  OneOf,
  Patterned,
  Secret,
  Time,
  WireId,
  WorkspaceId,
} from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'

const Invitation = NamedObject('Invitation', {
  invitation_id: WireId('inv'),
  email: Type.String(),
  base_role: OneOf(BASE_ROLES),
  invited_by: WireId('usr'),
  created_at: Time,
  expires_at: Time,
})

const presentInvitation = (invitation: InvitationRow) => ({
  invitation_id: toWireId('inv', invitation.invitationId),
  email: invitation.email,
  base_role: invitation.baseRole,
  invited_by: toWireId('usr', invitation.invitedBy),
  created_at: invitation.createdAt.toISOString(),
  expires_at: invitation.expiresAt.toISOString(),
})

export const invitationEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/api/control/workspaces/{workspace_id}/invitations',
    operation: 'inviteToWorkspace',
    summary: 'Invite an address; a second invitation takes the place of the first',
    scope: 'workspaces:configure',
    reach: { workspace: 'admin' },
    params: Type.Object({ workspace_id: WorkspaceId() }),
    body: Type.Object({
      email: Patterned(EMAIL.source, EMAIL_IN_WORDS, { minLength: 3, maxLength: 320 }),
      base_role: OneOf(BASE_ROLES),
    }),
    status: 201,
    response: Type.Object({
      ...Invitation.properties,
      url: Nullable(Secret('The link to hand over; null when it was mailed')),
    }),
    problems: ['out_of_reach', 'role_required', 'name_taken', 'limit_reached', 'too_many_logins', 'not_found'],
    handle: async ({ ctx, params, body }) => {
      const made = await inviteMember(ctx, params.workspace_id, { email: body.email, baseRole: body.base_role })
      return { ...presentInvitation(made), url: made.url }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/control/workspaces/{workspace_id}/invitations',
    operation: 'listInvitations',
    summary: 'Invitations that are not accepted yet, newest first',
    scope: 'workspaces:read',
    reach: { workspace: 'admin' },
    params: Type.Object({ workspace_id: WorkspaceId() }),
    status: 200,
    response: Type.Object({ invitations: Type.Array(Invitation) }),
    problems: ['out_of_reach', 'role_required', 'not_found'],
    handle: async ({ ctx, params }) => ({
      invitations: (await readInvitations(ctx, params.workspace_id)).map(presentInvitation),
    }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/control/workspaces/{workspace_id}/invitations/{invitation_id}',
    operation: 'withdrawInvitation',
    summary: 'Withdraw an invitation; its link is dead then',
    scope: 'workspaces:configure',
    reach: { workspace: 'admin' },
    params: Type.Object({ workspace_id: WorkspaceId(), invitation_id: Id('inv') }),
    status: 204,
    problems: ['out_of_reach', 'role_required', 'not_found'],
    handle: async ({ ctx, params }) => withdrawInvitation(ctx, params.workspace_id, params.invitation_id),
  }),
]
