import { ServiceError } from '../../platform/errors.ts'

export const invalidToken = () =>
  new ServiceError('unauthenticated', 'invalid_token', {
    title: 'This credential is not known',
    detail: 'The credential sent is not one this service gave out.',
    suggestedFix: 'Check that it was copied whole; mint a new one if it is lost.',
  })

export const expiredToken = () =>
  new ServiceError('unauthenticated', 'expired_token', {
    title: 'This credential has expired',
    detail: 'Its lifetime is over.',
    suggestedFix: 'Renew the session (POST /api/auth/refresh), or mint a new token (POST /api/v1/me/tokens).',
  })

export const revokedToken = () =>
  new ServiceError('unauthenticated', 'revoked_token', {
    title: 'This credential was revoked',
    detail: 'A user with the right to do so revoked it.',
    suggestedFix: 'Mint a new one.',
  })

export const sessionRevoked = () =>
  new ServiceError('unauthenticated', 'session_revoked', {
    title: 'This session has ended',
    detail: 'The session was logged out, or ended because an old refresh token was used again.',
    suggestedFix: 'Log in again.',
  })

export const invalidCredentials = () =>
  new ServiceError('unauthenticated', 'invalid_credentials', {
    title: 'This e-mail and password do not belong together',
    detail: 'There is no user with this e-mail address and this password.',
    suggestedFix: 'Check both, or ask for a new password (POST /api/auth/password/forgot).',
  })

export const registrationClosed = () =>
  new ServiceError('forbidden', 'registration_closed', {
    title: 'Registration is closed',
    detail: 'New users are not taken on here by themselves.',
    suggestedFix: 'Ask the operator of the service for an invitation.',
  })

export const addressTaken = () =>
  new ServiceError('conflict', 'name_taken', {
    title: 'This e-mail address cannot be registered',
    detail: 'The address belongs to a user already.',
    suggestedFix: 'Log in, ask for a new password, or register another address.',
  })

export const foreignOrigin = () =>
  new ServiceError('forbidden', 'session_required', {
    title: 'This request does not come from a page of the service',
    detail: 'A cookie counts only when the browser says that a page of the service itself asked.',
    suggestedFix: 'Send the refresh_token in the body, or the access token in the header Authorization.',
  })

export const unknownUserCode = () =>
  new ServiceError('not_found', 'not_found', {
    title: 'This code is not known',
    detail: 'No program waits under this code: it was mistyped, used already, or is more than ten minutes old.',
    suggestedFix: 'Check the code, or start the login in the program again.',
    extra: { resource: 'user code' },
  })

export type DeviceRefusal = 'authorization_pending' | 'slow_down' | 'expired_token' | 'access_denied'

const DEVICE_REFUSALS: Record<DeviceRefusal, { title: string; detail: string; suggestedFix: string }> = {
  authorization_pending: {
    title: 'The login was not decided yet',
    detail: 'The person has neither allowed nor denied this login so far.',
    suggestedFix: 'Ask again after the seconds named in interval.',
  },
  slow_down: {
    title: 'You ask too often',
    detail: 'The last question was less than the interval ago. The interval is five seconds longer now.',
    suggestedFix: 'Wait five seconds longer between two questions from now on.',
  },
  expired_token: {
    title: 'This device code is no longer good',
    detail: 'The code is unknown, was exchanged already, or is more than ten minutes old.',
    suggestedFix: 'Begin again with POST /api/auth/device.',
  },
  access_denied: {
    title: 'The login was denied',
    detail: 'The person sent this program away.',
    suggestedFix: 'Begin again with POST /api/auth/device if that was a mistake.',
  },
}

/** `error` is the name RFC 8628 gives the code, for clients that know no other. */
export const deviceRefusal = (code: DeviceRefusal) =>
  new ServiceError('invalid', code, { ...DEVICE_REFUSALS[code], extra: { error: code } })

export const loginNotBegunHere = () =>
  new ServiceError('unauthenticated', 'invalid_credentials', {
    title: 'This login cannot be finished',
    detail: 'It was not begun in this browser, was finished already, or took longer than ten minutes.',
    suggestedFix: 'Begin again in this browser.',
  })

export const providerRefused = (provider: string) =>
  new ServiceError('unauthenticated', 'invalid_credentials', {
    title: 'The identity provider did not log you in',
    detail: `${provider} refused the login, or it was cancelled there.`,
    suggestedFix: 'Begin again, or log in another way.',
  })

export const unprovenAddress = () =>
  new ServiceError('unauthenticated', 'invalid_credentials', {
    title: 'The identity provider does not vouch for an e-mail address',
    detail: 'A login is tied to a user by an address that the provider has verified, and it names none.',
    suggestedFix: 'Verify your address at the provider, or log in with your password.',
  })

export const providerUnreachable = (provider: string) =>
  new ServiceError('upstream', 'upstream_error', {
    title: 'The identity provider does not answer',
    detail: `${provider} could not be reached, or its answer could not be trusted.`,
    suggestedFix: 'Try again later, or log in another way.',
  })

export const unusableLink = () =>
  new ServiceError('unauthenticated', 'invalid_token', {
    title: 'This link is no longer good',
    detail: 'A link for a new password works once, for one hour, and this one is unknown, used or too old.',
    suggestedFix: 'Ask for a new link (POST /api/auth/password/forgot).',
  })
