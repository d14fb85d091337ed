import { ServiceError } from '../../platform/errors.ts'

export const scopeExceedsIssuer = (what: string) =>
  new ServiceError('forbidden', 'scope_exceeds_issuer', {
    title: 'A credential cannot give more than it has',
    detail: `The new credential would exceed the one it is minted with: ${what}.`,
    suggestedFix: 'Ask for less, or mint it from a session.',
  })

export const endedMeanwhile = () =>
  new ServiceError('unauthenticated', 'revoked_token', {
    title: 'This credential was revoked',
    detail: 'It was revoked while the request was under way, so nothing was made with it.',
    suggestedFix: 'Log in again.',
  })

export const provisioningScopeAlone = () =>
  new ServiceError('forbidden', 'scope_exceeds_issuer', {
    title: 'A key for provisioning can do nothing else',
    detail: 'The scope scim stands alone, on a key that is minted from a session and pinned to no workspace.',
    suggestedFix: 'Mint one key with the scope scim, and another one for everything else.',
  })

export const tokensNotAllowed = () =>
  new ServiceError('forbidden', 'scope_exceeds_issuer', {
    title: 'The company allows no personal access tokens',
    detail: 'The policy of the account that you belong to, or that the token would reach into, allows none.',
    suggestedFix: 'Ask the owner of the account for a key, or to allow tokens.',
  })

export const tokenTooLong = (days: number) =>
  new ServiceError('forbidden', 'scope_exceeds_issuer', {
    title: 'The company allows no token that lives so long',
    detail: `The policy of the account that you belong to, or that the token would reach into, allows ${days} days.`,
    suggestedFix: `Send expires_in_days of at most ${days}.`,
  })
