import { Type } from 'typebox'
import { DEVICE_SECONDS, POLL_SECONDS } from '../../../people/sessions/device/device-code.ts'
import { exchangeDeviceCode, startDeviceLogin } from '../../../people/sessions/device/device-login.ts'
import { LoginBody, presentLogin } from '../../../people/sessions/password/login-body.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { Nullish, Patterned, Secret } from '../../../platform/http/schema.ts'

/** Shown to the person who decides: nothing invisible, nothing that turns the text around. */
const ClientName = Patterned('^(?=.*\\S)[^\\p{Cc}\\p{Cf}]*$', 'text of one line, and not only spaces', {
  minLength: 1,
  maxLength: 120,
})
const UNNAMED = 'A program'

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code'

export const deviceEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/api/auth/device',
    operation: 'startDeviceLogin',
    summary: 'Begin a login that a person approves in a browser (RFC 8628)',
    scope: 'none',
    body: Type.Object({ client_name: Nullish(ClientName) }),
    status: 200,
    response: Type.Object({
      device_code: Secret(),
      user_code: Secret(),
      verification_uri: Type.String(),
      verification_uri_complete: Type.String(),
      expires_in: Type.Integer(),
      interval: Type.Integer(),
    }),
    problems: ['too_many_logins'],
    handle: async ({ ctx, body }) => {
      const { deviceCode, userCode } = await startDeviceLogin(ctx, body.client_name ?? UNNAMED)
      return {
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: `${ctx.settings.baseUrl}/device`,
        verification_uri_complete: `${ctx.settings.baseUrl}/device?user_code=${userCode}`,
        expires_in: DEVICE_SECONDS,
        interval: POLL_SECONDS,
      }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/auth/device/token',
    operation: 'exchangeDeviceCode',
    summary: 'Ask whether the login was approved; the tokens come once',
    scope: 'none',
    body: Type.Object({
      device_code: Type.String({ minLength: 1, maxLength: 200 }),
      grant_type: Type.Optional(Type.Literal(GRANT_TYPE)),
    }),
    status: 200,
    response: LoginBody,
    problems: ['authorization_pending', 'slow_down', 'expired_token', 'access_denied', 'too_many_logins'],
    handle: async ({ ctx, body }) => presentLogin(await exchangeDeviceCode(ctx, body.device_code)),
  }),
]
