import type { LookupFunction } from 'node:net'
import { Agent, type Dispatcher } from 'undici'
import { publicAddressesOf, type Resolve, readUrl, resolveBySystem, type UrlRule } from './outgoing-url.ts'

export type OutgoingRequest = {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  /** For everything up to the head of the answer. */
  timeoutMs: number
  signal?: AbortSignal
}

/** Requests of the service to addresses that users have named. */
export type Outgoing = {
  /** The head of the answer; its body must be read or dumped. A redirect is an answer, and never followed. */
  request: (asked: OutgoingRequest) => Promise<Dispatcher.ResponseData>
  close: () => Promise<void>
}

export type OutgoingOptions = { rule: UrlRule; connectMs: number; connectionsPerHost: number; resolve?: Resolve }

/**
 * The address is judged where the socket is made, and the socket goes to that very address: what a name leads to may
 * have changed since it was asked for. Proxies of the environment are not asked, for they would resolve for themselves.
 */
export function openOutgoing(options: OutgoingOptions): Outgoing {
  const { rule, connectMs, connectionsPerHost, resolve = resolveBySystem } = options
  const agent = new Agent({
    connections: connectionsPerHost,
    allowH2: false,
    connect: { timeout: connectMs, ...(rule.isPrivateAllowed ? {} : { lookup: lookUpPublic(resolve) }) },
  })
  return {
    request: async ({ url, method, headers, body = '', timeoutMs, signal }) => {
      // A host that is an address is looked up nowhere, so it is judged here.
      const { origin, pathname, search } = readUrl(url, rule)
      const deadline = AbortSignal.timeout(timeoutMs)
      return agent.request({
        origin,
        path: pathname + search,
        method,
        headers,
        body: method === 'GET' ? null : body,
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      })
    },
    close: () => agent.destroy(),
  }
}

function lookUpPublic(resolve: Resolve): LookupFunction {
  return (host, { all }, found) => {
    publicAddressesOf(host, resolve).then(
      (addresses) => {
        if (all) return found(null, addresses)
        const [{ address, family } = { address: '', family: 4 }] = addresses
        return found(null, address, family)
      },
      (error: Error) => found(error, all ? [] : ''),
    )
  }
}
