import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { Settings } from '../settings.ts'
import { type Outgoing, openOutgoing } from './outgoing.ts'
import { type Resolve, resolveBySystem } from './outgoing-url.ts'

const CONNECT_MS = 10_000
const CONNECTIONS_PER_HOST = 8

/** Requests for files and documents, to addresses that callers, drives and OAuth clients have named. */
export function openFetching({ fetching, outgoing }: Pick<Settings, 'fetching' | 'outgoing'>): Outgoing {
  const { isPrivateAllowed, nameServers } = fetching
  return openOutgoing({
    rule: { ...outgoing, isPrivateAllowed, schemes: ['http:', 'https:'] },
    connectMs: CONNECT_MS,
    connectionsPerHost: CONNECTIONS_PER_HOST,
    resolve: nameServers.length > 0 ? resolveBy(nameServers) : resolveBySystem,
  })
}

/** Both kinds of addresses; where one fails, the other may answer. */
function resolveBy(nameServers: readonly string[]): Resolve {
  const resolver = new Resolver()
  resolver.setServers(nameServers)
  return async (host) => {
    const found = await Promise.allSettled([
      resolver.resolve4(host).then((addresses) => withFamily(addresses, 4)),
      resolver.resolve6(host).then((addresses) => withFamily(addresses, 6)),
    ])
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  }
}

const withFamily = (addresses: readonly string[], family: 4 | 6): LookupAddress[] =>
  addresses.map((address) => ({ address, family }))
