import type { Keyring } from '../../platform/keyring.ts'

/** The refresh token of a session: a ticket that is good for one renewal. Only its keyed hash is kept. */
export const ticketHash = (keyring: Keyring, ticket: string) => keyring.sign('login', `ticket ${ticket}`)

/** Under every accepted key, to find it by. */
export const ticketHashes = (keyring: Keyring, ticket: string) => keyring.signatures('login', `ticket ${ticket}`)
