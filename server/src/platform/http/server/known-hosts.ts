import type { IncomingMessage } from 'node:http'
import type { Settings } from '../../settings.ts'
import { isFromInside } from '../inside.ts'

/** Names that lead every machine to itself, whatever a name server says. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Load balancers ask a node by its address. */
const PROBES = ['/healthz', '/readyz']

const isLoopback = (name: string) => LOOPBACK.includes(name) || name.endsWith('.localhost')

/**
 * Whether a request names this service in its Host header. A page of a stranger whose name server leads to this machine (DNS
 * rebinding) sends the stranger's name: a browser takes such a page for part of the service, and only the name tells them apart.
 */
export function hostCheck({ baseUrl, host, hosts }: Pick<Settings, 'baseUrl' | 'host' | 'hosts'>) {
  const own = new URL(baseUrl).hostname
  const known = new Set([own, ...hosts].map((name) => name.toLowerCase()))
  // Only this machine can reach the node, or its settings say that clients are on this machine.
  const isLocal = isLoopback(host === '::1' ? '[::1]' : host) || isLoopback(own)
  return (request: IncomingMessage): boolean => {
    if (isFromInside(request) || PROBES.includes(request.url ?? '')) return true
    // Of two names Node keeps the first, and a proxy may have gone by the second.
    if (request.headersDistinct.host?.length !== 1) return false
    const name = nameIn(request.headers.host)
    return name !== undefined && (known.has(name) || (isLocal && isLoopback(name)))
  }
}

/** The port does not matter: proxies change it, and a rebound name has the right one. */
function nameIn(header: string | undefined): string | undefined {
  const [, name] = /^(\[[\da-f:.]+\]|[^\s:@/?#[\]]+)(?::\d{1,5})?$/i.exec(header ?? '') ?? []
  return name?.toLowerCase().replace(/\.$/, '')
}
