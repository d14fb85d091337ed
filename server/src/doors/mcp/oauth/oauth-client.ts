import { timingSafeEqual } from 'node:crypto'
import type { Keyring } from '../../../platform/keyring.ts'

/** A program that asks to be let in. What it says of itself is unverified. `isRenewing`: it knows what to do with a ticket. */
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

/** The id of a client is what it said of itself, signed: for strangers nothing is stored, and any node knows them again. */
export function clientIdOf(keyring: Keyring, { name, redirectUris, isRenewing }: OauthClient): string {
  const payload = Buffer.from(JSON.stringify([isRenewing ? [name] : name, ...redirectUris])).toString('base64url')
  return `${payload}.${keyring.sign('login', signedText(payload)).toString('base64url')}`
}

export function readClientId(keyring: Keyring, clientId: string): OauthClient | undefined {
  const [payload = '', signature = ''] = clientId.split('.')
  const given = Buffer.from(signature, 'base64url')
  const isOurs = keyring
    .signatures('login', signedText(payload))
    .some((right) => right.length === given.length && timingSafeEqual(right, given))
  if (!isOurs) return undefined
  // Safe: we signed it, so we wrote it.
  const [name, ...redirectUris] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as ClientPayload
  return typeof name === 'string'
    ? { name, redirectUris, isRenewing: false }
    : { name: name[0], redirectUris, isRenewing: true }
}

/** The name of a program that renews is in a list of its own: ids that were given before still say what they said. */
type ClientPayload = [string | [string], ...string[]]

const signedText = (payload: string) => `oauth client ${payload}`

// Where a program may have its answer brought: judged when it registers, and again each time it asks.

/** Installed agents that many people have, by the scheme their system knows them under. */
const KNOWN_APPS = ['claude', 'cursor', 'goose', 'raycast', 'vscode', 'vscode-insiders', 'windsurf', 'zed']

/** A private scheme in the form of a domain its maker owns, turned around (RFC 8252, 7.1): no system has one of its own like it. */
const DOMAIN_SCHEME = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$/

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost']

/** Letters that browsers, proxies and people read differently; `*` names many hosts, `#` would swallow the answer. */
const AMBIGUOUS = /[^\x21-\x7e]|[\\*#"<>^`{|}]/

/**
 * A web page under TLS, a port of the user's own machine, or the scheme of an installed program. `appSchemes`: further
 * schemes that the operator allows.
 */
export function isRedirectAddress(text: string, appSchemes: readonly string[]): boolean {
  if (AMBIGUOUS.test(text) || !URL.canParse(text)) return false
  const url = new URL(text)
  const scheme = url.protocol.slice(0, -1)
  if (scheme === 'https' || scheme === 'http') {
    // As it is written: `https:host` and `https:/host` lead somewhere too.
    if (!text.toLowerCase().startsWith(`${scheme}://`) || authorityOf(text).includes('@')) return false
    return scheme === 'https' || isLoopback(url)
  }
  return KNOWN_APPS.includes(scheme) || appSchemes.includes(scheme) || DOMAIN_SCHEME.test(scheme)
}

export const isLoopback = ({ protocol, hostname }: URL) => protocol === 'http:' && LOOPBACK.includes(hostname)

const authorityOf = (text: string) => text.split('/')[2] ?? ''
