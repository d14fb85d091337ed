import type { FastifyInstance } from 'fastify'
import { servePgWire } from '../doors/pg-wire/serve-pg-wire.ts'
import { countUsage } from '../people/credentials/usage.ts'
import { closeAll } from '../platform/close-all.ts'
import type { Endpoint } from '../platform/http/endpoint.ts'
import { createMetrics } from '../platform/http/server/metrics.ts'
import type { Patience } from '../platform/http/server/patience.ts'
import { createServer } from '../platform/http/server/server.ts'
import { createLimiter } from '../platform/limiter/open-limiter.ts'
import { createLog, type Log } from '../platform/log.ts'
import { createNodeMetrics, type NodeMetrics } from '../platform/metrics.ts'
import type { Settings } from '../platform/settings.ts'
import { describedEndpoints, documentEndpoints } from './documents/documents.ts'
import { serveConsole } from './documents/serve-console.ts'
import { agentEndpoints } from './endpoints.ts'
import { serveMetrics } from './monitoring/serve-metrics.ts'
import { type Deadlines, openPlatform } from './platform.ts'
import { createRequestGuards } from './request-guards.ts'

/** `metricsUrl`: unless the standard port was taken. */
export type RunningApi = {
  app: FastifyInstance
  url: string
  metricsUrl: string | undefined
  /** Where clients of PostgreSQL's protocol connect, if they may. */
  pgPort?: number
  close: () => Promise<void>
}

export type ApiOptions = Deadlines & {
  log?: Log
  checkResponses?: boolean
  extraEndpoints?: readonly Endpoint[]
  patience?: Partial<Patience>
  metrics?: NodeMetrics
}

/** Starts one api node: stateless, so any number may run. */
export async function startApi(settings: Settings, options: ApiOptions = {}): Promise<RunningApi> {
  const {
    log = createLog(settings.logLevel),
    checkResponses = false,
    extraEndpoints = [],
    patience = {},
    metrics = createNodeMetrics(),
    ...deadlines
  } = options
  const figures = await serveMetrics(settings, metrics, log)
  const { platform, close } = await openPlatform(settings, 'bindery api', log, metrics, deadlines)
  const limiter = await createLimiter({ redisUrl: settings.redisUrl, warn: (message) => platform.log.warn(message) })
  const usage = countUsage(platform)
  const endpoints = [...describedEndpoints, ...documentEndpoints, ...agentEndpoints, ...extraEndpoints]
  const guards = createRequestGuards({ limiter, usage, checkResponses })
  const app = createServer({ platform, guards, endpoints, metrics: createMetrics(metrics.registry), patience })
  const pgWire = settings.pg ? await servePgWire({ platform, limiter, usage }, settings.pg, metrics) : undefined
  await serveConsole(app, { pgPort: pgWire?.port })
  const url = await app.listen({ host: settings.host, port: settings.port })
  platform.reader.warm()
  platform.log.info({ url }, 'api is up')
  return {
    app,
    url,
    metricsUrl: figures?.url,
    ...(pgWire ? { pgPort: pgWire.port } : {}),
    close: () =>
      closeAll([
        () => pgWire?.close(),
        () => app.close(),
        () => figures?.close(),
        () => usage.close(),
        () => limiter.close(),
        close,
      ]),
  }
}
