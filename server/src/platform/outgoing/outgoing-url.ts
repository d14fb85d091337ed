import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { urlRefused } from './outgoing.errors.ts'

/**
 * Where requests may go. `isPrivateAllowed` lifts all but the scheme: for development, tests and intranets. Without `isOpen` they go
 * nowhere.
 */
export type UrlRule = { isOpen: boolean; isPrivateAllowed: boolean; schemes: readonly ('http:' | 'https:')[] }

/** Every address of a host. */
export type Resolve = (host: string) => Promise<LookupAddress[]>

const PORTS: ReadonlySet<string> = new Set(['', '80', '443'])
const OWN_NAMES = /^(?:.+\.)?localhost$/
const INSIDE_NAMES = /\.(?:local|internal|home\.arpa)$/

export const resolveBySystem: Resolve = (host) => lookup(host, { all: true, verbatim: true })

/** Refuses what can be seen to be wrong. WHATWG's URL has by then read every spelling of an address: octal, hex, full-width. */
export function readUrl(text: string, { isOpen, isPrivateAllowed, schemes }: UrlRule): URL {
  if (!isOpen) throw urlRefused('closed')
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

/** IPv4 that leads elsewhere than to the public: IANA's register of special purposes, multicast and what is reserved. */
const SPECIAL_V4 = [
  '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24',
  '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24',
  '224.0.0.0/4', '240.0.0.0/4',
] // biome-ignore format: a list

/** All of IPv6 that is given out to the public; mapped, translated and local addresses lie outside. */
const PUBLIC_V6 = ['2000::/3']
/** What of it is not: Teredo and its neighbours, documentation, 6to4. */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const specialV4 = listOf('ipv4', SPECIAL_V4)
const publicV6 = listOf('ipv6', PUBLIC_V6)
const specialV6 = listOf('ipv6', SPECIAL_V6)

/** Is this an address anybody may reach? Not our own machine, network or cloud. */
function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !specialV4.check(address, 'ipv4')
    case 6:
      return publicV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6')
    default:
      return false
  }
}

function listOf(family: 'ipv4' | 'ipv6', blocks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const block of blocks) {
    const [start = '', bits] = block.split('/')
    list.addSubnet(start, Number(bits), family)
  }
  return list
}
