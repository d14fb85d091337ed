import type { FastifyInstance } from 'fastify'
import { countUsage } from '../features/credentials/count-usage.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { createMetrics } from '../http/metrics.ts'
import type { Patience } from '../http/patience.ts'
import { createServer } from '../http/server.ts'
import { createLog, type Log } from '../platform/log.ts'
import { createNodeMetrics, type NodeMetrics } from '../platform/metrics.ts'
import { createLimiter } from '../platform/open-limiter.ts'
import type { Settings } from '../platform/settings.ts'
import { describedEndpoints, documentEndpoints } from './documents.ts'
import { createDoors } from './doors.ts'
import { agentEndpoints } from './endpoints.ts'
import { openPlatform } from './platform.ts'
import { serveConsole } from './serve-console.ts'
import { serveMetrics } from './serve-metrics.ts'

/** `metricsUrl`: unless the standard port was taken. */
export type RunningApi = {
  app: FastifyInstance
  url: string
  metricsUrl: string | undefined
  close: () => Promise<void>
}

export type ApiOptions = {
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
  } = options
  const figures = await serveMetrics(settings, metrics, log)
  const { platform, close } = await openPlatform(settings, 'bindery api', log, metrics)
  const limiter = await createLimiter({ redisUrl: settings.redisUrl, warn: (message) => platform.log.warn(message) })
  const usage = countUsage(platform)
  const endpoints = [...describedEndpoints, ...documentEndpoints, ...agentEndpoints, ...extraEndpoints]
  const doors = createDoors({ limiter, usage, checkResponses })
  const app = createServer({ platform, doors, endpoints, metrics: createMetrics(metrics.registry), patience })
  await serveConsole(app)
  const url = await app.listen({ host: settings.host, port: settings.port })
  platform.reader.warm()
  platform.log.info({ url }, 'api is up')
  return {
    app,
    url,
    metricsUrl: figures?.url,
    close: async () => {
      await app.close()
      figures?.close()
      await usage.close()
      await limiter.close()
      await close()
    },
  }
}
