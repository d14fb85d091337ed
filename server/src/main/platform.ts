import type { EnginePlatform } from '../engine/context.ts'
import { type EngineDeadlines, openReader } from '../engine/duckdb/open-reader.ts'
import { sandboxChoice } from '../engine/duckdb/sandbox-mode.ts'
import { type LoadDeadlines, openLoad } from '../engine/loader/create-load.ts'
import { openStorage } from '../engine/storage/storage.ts'
import { openAccountOf } from '../engine/table/owning-account.store.ts'
import { measureAdviser, openAdviser } from '../platform/adviser/open-adviser.ts'
import { measureBlobs, openBlobs } from '../platform/blobs/open-blobs.ts'
import type { Platform } from '../platform/context.ts'
import { assertDurable } from '../platform/database/durability.store.ts'
import { Keyring } from '../platform/keyring.ts'
import { createLog, type Log } from '../platform/log.ts'
import { createMailer } from '../platform/mail.ts'
import { createNodeMetrics, type NodeMetrics } from '../platform/metrics.ts'
import { openFetching } from '../platform/outgoing/open-fetching.ts'
import { connectDatabase } from '../platform/postgres.ts'
import type { Settings } from '../platform/settings.ts'
import { reportConnections, reportEngines } from './monitoring/figures.ts'

const READER_CONNECTIONS = 4

/** How long the reading of a file may take, and the answer of an engine. */
export type Deadlines = { reading?: LoadDeadlines; answering?: EngineDeadlines }

export type OpenPlatform = { platform: Platform; close: () => Promise<void> }

/** Connects to everything the service stands on, and refuses to start on ground that can lose a commit. */
export async function openPlatform(
  settings: Settings,
  name: string,
  log: Log = createLog(settings.logLevel),
  metrics: NodeMetrics = createNodeMetrics(),
  { reading = {}, answering = {} }: Deadlines = {},
): Promise<OpenPlatform> {
  const connect = (poolSize: number, as: string) => {
    const { db, pool } = connectDatabase({
      url: settings.databaseUrl,
      poolSize,
      name: as,
      historyDays: settings.retention.historyDays,
      onLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
      onQuery: (seconds) => metrics.databaseSeconds.observe(seconds),
    })
    reportConnections(metrics, as, pool)
    return db
  }
  const db = connect(settings.databasePoolSize, name)
  await assertDurable(db)
  const blobs = measureBlobs(await openBlobs(settings.blobs), metrics)
  // Connections of its own: a request that reads rows may hold one of the others all the while.
  const readerDb = connect(READER_CONNECTIONS, `${name} reader`)
  // The other half is for what the reader makes of them.
  const storage = openStorage({
    blobs,
    folder: settings.cacheFolder,
    budgetBytes: settings.cacheBytes / 2,
    isSandboxed: sandboxChoice(settings, log),
    accountOf: openAccountOf(readerDb),
    accountShare: settings.accountShare,
    spares: 1,
  })
  const reader = openReader({ settings, log, db: readerDb, cache: storage.cache, deadlines: answering })
  reportEngines(metrics, name, reader.pool)
  const loading = openLoad(settings, log, reading)
  const outgoing = openFetching(settings)
  const engine: EnginePlatform = {
    reader,
    sql: reader.sql,
    runs: reader.runs,
    python: reader.python,
    bulk: { db: readerDb, blobs, storage },
    load: loading.load,
  }
  const platform: Platform = {
    ...engine,
    db,
    blobs,
    keyring: new Keyring(settings.secretKeys),
    mailer: await createMailer(settings.smtp),
    outgoing,
    adviser: settings.adviser && measureAdviser(openAdviser(settings.adviser), metrics),
    settings,
    log,
    now: () => new Date(),
  }
  return {
    platform,
    close: async () => {
      await outgoing.close()
      await loading.close()
      await storage.close()
      await reader.close()
      await readerDb.destroy()
      blobs.close()
      await db.destroy()
    },
  }
}
