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
