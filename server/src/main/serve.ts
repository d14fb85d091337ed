import { closeAll } from '../platform/close-all.ts'
import { migrate } from '../platform/database/migrations.ts'
import { createLog } from '../platform/log.ts'
import { createNodeMetrics, type NodeMetrics } from '../platform/metrics.ts'
import type { Settings } from '../platform/settings.ts'
import { type RunningApi, startApi } from './api.ts'
import { ConfigError } from './config/environment-reader.ts'
import { openNodeSettings } from './config/node-settings.ts'
import { type FirstUser, makeFirstUser, welcome } from './first-user.ts'
import { taskHandlers } from './job-handlers.ts'
import { serveMetrics } from './monitoring/serve-metrics.ts'
import { startTracing } from './monitoring/tracing.ts'
import { openPlatform } from './platform.ts'
import { startSqlNode } from './sql-node.ts'
import { startWorker } from './worker.ts'

export type Role = 'all' | 'api' | 'sql' | 'worker'

/** Runs a node, with a PostgreSQL of its own where none is named, until what this resolves with is called. */
export async function serve(role: Role, data: string | undefined): Promise<() => Promise<void>> {
  const { settings, ownFolder, close } = await openNodeSettings(data, { isServing: role === 'all' })
  /** The last to start is the first to go. */
  const closings = [close]
  const closeThem = () => closeAll(closings.toReversed())
  try {
    await migrate(settings.databaseUrl)
    const firstUser = ownFolder === null ? undefined : await beginWithUser(settings)
    closings.push(await startTracing(settings.traceEndpoint))
    const metrics = createNodeMetrics()
    if (role === 'sql') {
      closings.push((await startSqlNode(settings, metrics)).close)
      return closeThem
    }
    if (role !== 'api') closings.push((await startWorker(settings, { handlers: taskHandlers, metrics })).close)
    if (role === 'worker') closings.push(await reportMetrics(settings, metrics))
    const api = role === 'worker' ? undefined : await listen(settings, metrics)
    if (api) closings.push(api.close)
    if (api && ownFolder !== null) console.log(welcome({ url: settings.baseUrl, folder: ownFolder, firstUser }))
    return closeThem
  } catch (error) {
    // Why it did not start is more than what did not close.
    await closeThem().catch(() => {})
    throw error
  }
}

async function beginWithUser(settings: Settings): Promise<FirstUser | undefined> {
  const { platform, close } = await openPlatform(settings, 'bindery first start')
  return makeFirstUser(platform).finally(close)
}

async function reportMetrics(settings: Settings, metrics: NodeMetrics) {
  const figures = await serveMetrics(settings, metrics, createLog(settings.logLevel))
  return async () => void figures?.close()
}

async function listen(settings: Settings, metrics: NodeMetrics): Promise<RunningApi> {
  try {
    return await startApi(settings, { metrics })
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    throw isTaken ? new ConfigError([`Port ${settings.port} is taken. Set PORT to another one.`]) : error
  }
}
