import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { JobHandlers } from '../src/core/jobs/job.ts'
import { type OpenReader, openReader } from '../src/engine/duckdb/open-reader.ts'
import { type RunningApi, startApi } from '../src/main/api.ts'
import { readSettings } from '../src/main/config/config.ts'
import { taskHandlersWith } from '../src/main/job-handlers.ts'
import type { HeartbeatTimes } from '../src/main/monitoring/heartbeat.ts'
import { type RunningWorker, startWorker } from '../src/main/worker.ts'
import { openBlobs } from '../src/platform/blobs/open-blobs.ts'
import type { Endpoint } from '../src/platform/http/endpoint.ts'
import type { Patience } from '../src/platform/http/server/patience.ts'
import { createLog } from '../src/platform/log.ts'
import { connectDatabase, type Db, survive } from '../src/platform/postgres.ts'
import type { TaskHandlers } from '../src/platform/queue/task.ts'
import type { Settings } from '../src/platform/settings.ts'
import { newDatabase } from './new-database.ts'
import { createSegmentCache } from './segment-cache.ts'

/** The real service, on a real port, a real PostgreSQL database of its own, and whatever stores are asked for. */
export type ServiceOptions = {
  apiNodes?: number
  workers?: number
  /** Which object store; a folder when left out. */
  blobs?: 'folder' | 's3'
  /** Share rate limits through Redis. */
  redis?: boolean
  settings?: Partial<Settings>
  handlers?: TaskHandlers
  jobHandlers?: JobHandlers
  /** How soon a silent worker's tasks go to others. */
  heartbeatTimes?: HeartbeatTimes
  extraEndpoints?: readonly Endpoint[]
  checkResponses?: boolean
  /** How long the service waits for slow clients and twins. */
  patience?: Partial<Patience>
}

export type RunningService = {
  settings: Settings
  /** One address per api node. */
  urls: string[]
  apis: RunningApi[]
  workers: RunningWorker[]
  /** As the service sees it, in the service's role. */
  db: Db
  /** What a node reads table data with; starts nothing before it is asked. */
  reader: OpenReader
  /** As the database's owner. */
  admin: pg.Pool
  /** What the service logged, as text. */
  logged: () => string
  close: () => Promise<void>
}

/** Settings of a service for tests: nothing it meets is slow, and many requests may come from few users. */
function settingsOf(
  { blobs = 'folder', redis = false, settings }: ServiceOptions,
  databaseUrl: string,
  folder: string,
): Settings {
  const environment = {
    ...process.env,
    ...(redis ? {} : { REDIS_URL: '' }),
    ...(blobs === 's3' ? {} : { SVC_S3_BUCKET: '' }),
  }
  return {
    ...readSettings({
      ...environment,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      SVC_METRICS_PORT: '0',
      SVC_DATA_DIR: folder,
      SVC_CACHE_DIR: join(folder, 'cache'),
      SVC_ENGINE_SPARES: '0',
      SVC_PYTHON_RUNTIME: '',
      SVC_SECRET_KEY: randomBytes(32).toString('hex'),
      SVC_WEBHOOK_ALLOW_PRIVATE: 'true',
      SVC_WEBHOOK_SECOND_MS: '10',
      SVC_FETCH_ALLOW_PRIVATE: 'true',
      // Many requests of few users, from one network.
      SVC_SESSION_RATE: '1000000',
      SVC_LOGINS_PER_NETWORK: '100000',
      SVC_REGISTRATIONS_PER_NETWORK: '100000',
      SVC_INVITATIONS_PER_ACCOUNT: '100000',
    }),
    baseUrl: 'http://bindery.test',
    registrationOpen: true,
    databasePoolSize: 10,
    ...settings,
  }
}

export async function runService(options: ServiceOptions = {}): Promise<RunningService> {
  const {
    apiNodes = 1,
    workers = 0,
    handlers = {},
    extraEndpoints = [],
    checkResponses = true,
    patience = {},
  } = options
  const database = await newDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'bindery-'))
  // The user that sandboxed engines run as must pass.
  await chmod(folder, 0o711)
  const settings = settingsOf(options, database.url, folder)
  const times = options.heartbeatTimes ? { heartbeatTimes: options.heartbeatTimes } : {}
  const lines: string[] = []
  const log = createLog(options.settings?.logLevel ?? 'info', { write: (line: string) => void lines.push(line) })
  const apis = await Promise.all(
    Array.from({ length: apiNodes }, () => startApi(settings, { log, checkResponses, extraEndpoints, patience })),
  )
  const running = await Promise.all(
    Array.from({ length: workers }, () =>
      startWorker(settings, {
        log,
        handlers: { ...taskHandlersWith(options.jobHandlers ?? {}), ...handlers },
        ...times,
      }),
    ),
  )
  const { db } = connectDatabase({ url: database.url, poolSize: 4, name: 'bindery test' })
  const cache = createSegmentCache({
    blobs: await openBlobs(settings.blobs),
    folder: join(folder, 'cache/segments'),
    budgetBytes: settings.cacheBytes,
  })
  const reader = openReader({ settings, log, db, cache })
  const admin = new pg.Pool({ connectionString: database.url, max: 2 })
  survive(admin)
  return {
    settings,
    urls: apis.map(({ url }) => url),
    apis,
    workers: running,
    db,
    reader,
    admin,
    logged: () => lines.join(''),
    close: async () => {
      await Promise.all([...apis, ...running].map((part) => part.close()))
      await reader.close()
      await db.destroy()
      await admin.end()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
