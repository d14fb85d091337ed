import type { Keyring } from '../../platform/keyring.ts'

/** What a mailed link to a new password carries. Made from the request's id and our key: mailed twice, it is the same link. */
export const linkToken = (keyring: Keyring, requestId: string) =>
  keyring.sign('link', `password ${requestId}`).toString('base64url')

export const linkHash = (keyring: Keyring, token: string) => keyring.sign('link', `password link ${token}`)

export const linkHashes = (keyring: Keyring, token: string) => keyring.signatures('link', `password link ${token}`)
