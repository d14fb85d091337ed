import { randomBytes } from 'node:crypto'
import type { Keyring } from '../../../platform/keyring.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { clientHash } from './grant-code.ts'
import { insertOauthTicket } from './oauth-tickets.store.ts'

/** A program that does not come for so long asks its person again. */
export const IDLE_DAYS = 30
/** Whoever steals the secret of a token that tickets renew has it for no longer. */
export const RENEWED_SECONDS = 3600

/** Gives a program the next ticket of its token. Only a keyed hash of it is kept. */
export async function giveTicket(
  keyring: Keyring,
  tx: Tx,
  { credentialId, clientId }: { credentialId: string; clientId: string },
): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  const ticketHash = keyring.sign('login', ticketText(ticket))
  await insertOauthTicket(tx, { ticketHash, credentialId, clientHash: clientHash(clientId), days: IDLE_DAYS })
  return ticket
}

export const ticketHashes = (keyring: Keyring, ticket: string) => keyring.signatures('login', ticketText(ticket))

const ticketText = (ticket: string) => `oauth ticket ${ticket}`
