import { Type } from 'typebox'
import {
  type Accepted,
  acceptInvitation,
  openSessionUser,
} from '../../../people/sessions/invitations/accept-invitation.ts'
import { sessionCookies } from '../../../people/sessions/pages/login-cookies.ts'
import { LoginBody, NewPassword, PersonName, presentLogin } from '../../../people/sessions/password/login-body.ts'
import { Answer, type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { Nullish, WireId } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'

const bearerOf = (authorization = '') => /^Bearer +(\S+)$/i.exec(authorization)?.[1]

const presentAccepted = (baseUrl: string, { workspaceId, path, user }: Accepted) => ({
  workspace_id: toWireId('ws', workspaceId),
  url: `${baseUrl}${path}`,
  user: { user_id: toWireId('usr', user.userId), email: user.email, name: user.name },
})

function answerAccepted(baseUrl: string, accepted: Accepted) {
  const { login } = accepted
  const body = presentAccepted(baseUrl, accepted)
  if (!login) return new Answer(200, body)
  return new Answer(201, { ...body, ...presentLogin(login) }, { 'set-cookie': sessionCookies(login.refreshToken) })
}

export const invitationAcceptanceEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/api/auth/invitations/{token}/accept',
    operation: 'acceptInvitation',
    summary: 'Join the workspace an invitation leads to',
    description:
      'With the session of the invited address; or, for an address that is new here, with a name and a password: that ' +
      'registers and logs in (201), even where registration is closed.',
    scope: 'none',
    params: Type.Object({ token: Type.String({ maxLength: 200 }) }),
    body: Type.Object({ name: Nullish(PersonName), password: Nullish(NewPassword) }),
    status: 200,
    alsoStatus: [201],
    response: Type.Object({
      workspace_id: WireId('ws'),
      url: Type.String({ description: 'Where the console shows what was shared' }),
      ...Type.Partial(LoginBody).properties,
      user: LoginBody.properties.user,
    }),
    problems: ['not_found', 'unauthenticated', 'session_required', 'owner_required', 'name_taken', 'too_many_logins'],
    handle: async ({ ctx, params, body, headers }) => {
      const accessToken = bearerOf(headers.authorization)
      const user = accessToken ? await openSessionUser(ctx, accessToken) : undefined
      return answerAccepted(ctx.settings.baseUrl, await acceptInvitation(ctx, params.token, { ...body, user }))
    },
  }),
]
