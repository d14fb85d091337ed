import { timingSafeEqual } from 'node:crypto'
import type { Keyring } from '../../../platform/keyring.ts'
import { isLoopback } from './redirect-address.ts'

/** A program that asks to be let in. What it says of itself nobody has checked. `isRenewing`: it knows what to do with a ticket. */
export type OauthClient = { name: string; redirectUris: readonly string[]; isRenewing: boolean }

/** The very same address; on one's own machine the port may be any, as programs take what is free. */
export function isRegistered({ redirectUris }: OauthClient, asked: string): boolean {
  if (redirectUris.includes(asked)) return true
  if (!URL.canParse(asked) || !isLoopback(new URL(asked))) return false
  return redirectUris.some((known) => isLoopback(new URL(known)) && withoutPort(known) === withoutPort(asked))
}

function withoutPort(text: string): string {
  const url = new URL(text)
  url.port = ''
  return url.href
}

/** The id of a client is what it told of itself, signed: for strangers nothing is stored, and any node knows them again. */
export function clientIdOf(keyring: Keyring, { name, redirectUris, isRenewing }: OauthClient): string {
  const told = Buffer.from(JSON.stringify([isRenewing ? [name] : name, ...redirectUris])).toString('base64url')
  return `${told}.${keyring.sign('login', signedText(told)).toString('base64url')}`
}

export function readClientId(keyring: Keyring, clientId: string): OauthClient | undefined {
  const [told = '', signature = ''] = clientId.split('.')
  const given = Buffer.from(signature, 'base64url')
  const isOurs = keyring
    .signatures('login', signedText(told))
    .some((right) => right.length === given.length && timingSafeEqual(right, given))
  if (!isOurs) return undefined
  // Safe: we signed it, so we wrote it.
  const [name, ...redirectUris] = JSON.parse(Buffer.from(told, 'base64url').toString()) as Told
  return typeof name === 'string'
    ? { name, redirectUris, isRenewing: false }
    : { name: name[0], redirectUris, isRenewing: true }
}

/** The name of a program that renews is in a list of its own: ids that were given before still say what they said. */
type Told = [string | [string], ...string[]]

const signedText = (told: string) => `oauth client ${told}`
