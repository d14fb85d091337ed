import type { Keyring } from '../../platform/keyring.ts'

/**
 * A login that is on its way to an identity provider and back. Its secrets follow from its state and our key: nothing
 * but hashes is stored, and what comes back fits only the login that went out.
 */
export const codeVerifierOf = (keyring: Keyring, state: string) =>
  keyring.sign('login', `code verifier ${state}`).toString('base64url')

export const nonceOf = (keyring: Keyring, state: string) =>
  keyring.sign('login', `nonce ${state}`).toString('base64url')

export const stateHash = (keyring: Keyring, state: string) => keyring.sign('login', `state ${state}`)

export const browserHash = (keyring: Keyring, browser: string) => keyring.sign('login', `browser ${browser}`)

export const callbackOf = (baseUrl: string, provider: string) => `${baseUrl}/api/auth/oidc/${provider}/callback`
