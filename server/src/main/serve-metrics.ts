import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../http/metrics.ts'
import type { Settings } from '../platform/settings.ts'

/** Figures for Prometheus: on a port of their own when one is set, so that they are not for the public. */
export async function serveMetrics(
  app: FastifyInstance,
  { host, metricsPort }: Settings,
  { registry }: Metrics,
): Promise<Server | undefined> {
  if (metricsPort === null) {
    app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
    return undefined
  }
  const server = createServer(async (_request, response) => {
    response.setHeader('content-type', registry.contentType).end(await registry.metrics())
  })
  return new Promise((resolve, reject) => server.once('error', reject).listen(metricsPort, host, () => resolve(server)))
}
