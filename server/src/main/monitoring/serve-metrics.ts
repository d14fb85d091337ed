import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Log } from '../../platform/log.ts'
import type { NodeMetrics } from '../../platform/metrics.ts'
import type { Settings } from '../../platform/settings.ts'
import { ConfigError } from '../config/environment-reader.ts'

export type ServedMetrics = { url: string; close: () => void }

/**
 * Figures for Prometheus, on a port of their own and on loopback unless set otherwise: they are not for the public. Nodes that share
 * a machine share the standard port too; all but the first do without, and say so.
 */
export async function serveMetrics(
  { metrics: { host, port, isPortChosen } }: Settings,
  { registry }: NodeMetrics,
  log: Log,
): Promise<ServedMetrics | undefined> {
  const server = createServer(async ({ url }, response) => {
    if (url !== '/metrics') return void response.writeHead(404).end()
    response.setHeader('content-type', registry.contentType).end(await registry.metrics())
  })
  try {
    await listen(server, port, host)
  } catch (error) {
    if (!isTaken(error)) throw error
    if (isPortChosen) throw new ConfigError([`Port ${port} is taken. Set SVC_METRICS_PORT to another one.`])
    log.warn(`Port ${port} is taken, so that this node has no /metrics. Set SVC_METRICS_PORT to another one.`)
    return undefined
  }
  // Safe: it listens on a port.
  const { port: bound } = server.address() as AddressInfo
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}/metrics`, close: () => void server.close() }
}

const listen = (server: Server, port: number, host: string) =>
  new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
