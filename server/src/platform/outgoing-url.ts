import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { urlRefused } from './outgoing.errors.ts'
import { isPublicAddress } from './public-address.ts'

/** Where requests may go. `isPrivateAllowed` lifts all but the scheme: for development, tests and intranets. */
export type UrlRule = { isPrivateAllowed: boolean; schemes: readonly ('http:' | 'https:')[] }

/** Every address of a host. */
export type Resolve = (host: string) => Promise<LookupAddress[]>

const PORTS: ReadonlySet<string> = new Set(['', '80', '443'])
const OWN_NAMES = /^(?:.+\.)?localhost$/
const INSIDE_NAMES = /\.(?:local|internal|home\.arpa)$/

export const resolveBySystem: Resolve = (host) => lookup(host, { all: true, verbatim: true })

/** Refuses what can be seen to be wrong. WHATWG's URL has by then read every spelling of an address: octal, hex, full-width. */
export function readUrl(text: string, { isPrivateAllowed, schemes }: UrlRule): URL {
  if (!URL.canParse(text)) throw urlRefused('scheme')
  const url = new URL(text)
  const allowed: readonly string[] = isPrivateAllowed ? ['http:', 'https:'] : schemes
  if (!allowed.includes(url.protocol)) throw urlRefused('scheme')
  if (url.username || url.password) throw urlRefused('credentials')
  if (isPrivateAllowed) return url
  if (!PORTS.has(url.port)) throw urlRefused('port')
  const host = hostOf(url)
  if (OWN_NAMES.test(host)) throw urlRefused('localhost')
  if (INSIDE_NAMES.test(host) || (isIP(host) && !isPublicAddress(host))) throw urlRefused('private_network')
  return url
}

/** Refuses a host that leads nowhere, or anywhere but to the public. */
export async function refuseIfNotPublic(url: URL, rule: UrlRule, resolve: Resolve = resolveBySystem) {
  const host = hostOf(url)
  if (rule.isPrivateAllowed || isIP(host)) return
  await publicAddressesOf(host, resolve)
}

/** One address that is not public makes all of them suspect. */
export async function publicAddressesOf(host: string, resolve: Resolve): Promise<LookupAddress[]> {
  const addresses = await resolve(host).catch(() => [])
  if (addresses.length === 0) throw urlRefused('dns')
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw urlRefused('private_network')
  return addresses
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
