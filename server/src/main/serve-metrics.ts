import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { NodeMetrics } from '../platform/metrics.ts'
import type { Settings } from '../platform/settings.ts'

/** Figures for Prometheus: on a port of their own when one is set, so that they are not for the public. A worker has no other. */
export async function serveMetrics(
  app: FastifyInstance | undefined,
  { host, metricsPort }: Settings,
  { registry }: NodeMetrics,
): Promise<Server | undefined> {
  if (metricsPort === null) {
    app?.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
    return undefined
  }
  const server = createServer(async (_request, response) => {
    response.setHeader('content-type', registry.contentType).end(await registry.metrics())
  })
  return new Promise((resolve, reject) => server.once('error', reject).listen(metricsPort, host, () => resolve(server)))
}
