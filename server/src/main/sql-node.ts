import { servePgWire } from '../doors/pg-wire/serve-pg-wire.ts'
import { countUsage } from '../people/credentials/usage.ts'
import { closeAll } from '../platform/close-all.ts'
import { createLimiter } from '../platform/limiter/open-limiter.ts'
import { createLog } from '../platform/log.ts'
import type { NodeMetrics } from '../platform/metrics.ts'
import type { Settings } from '../platform/settings.ts'
import { ConfigError } from './config/environment-reader.ts'
import { serveMetrics } from './monitoring/serve-metrics.ts'
import { openPlatform } from './platform.ts'

/** A node that answers clients of PostgreSQL's protocol and nothing else. */
export async function startSqlNode(
  settings: Settings,
  metrics: NodeMetrics,
): Promise<{ pgPort: number; close: () => Promise<void> }> {
  if (!settings.pg) throw new ConfigError(['SVC_PG_PORT is not set. Set it to the port for PostgreSQL clients.'])
  const log = createLog(settings.logLevel)
  const figures = await serveMetrics(settings, metrics, log)
  const { platform, close } = await openPlatform(settings, 'bindery sql', log, metrics)
  const limiter = await createLimiter({ redisUrl: settings.redisUrl, warn: (message) => log.warn(message) })
  const usage = countUsage(platform)
  const pgWire = await servePgWire({ platform, limiter, usage }, settings.pg, metrics)
  platform.reader.warm()
  log.info({ host: pgWire.host, port: pgWire.port }, 'sql is up')
  return {
    pgPort: pgWire.port,
    close: () =>
      closeAll([() => pgWire.close(), () => figures?.close(), () => usage.close(), () => limiter.close(), close]),
  }
}
