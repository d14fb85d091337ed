import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Logger, runMigrations } from 'graphile-worker'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { type Db, survive } from './postgres.ts'

const FOLDER = fileURLToPath(new URL('../../migrations/', import.meta.url))

/** Any number, the same in every node: the queue's own migrations do not wait for each other. */
const MIGRATION_LOCK = 7_305_198_466

/** Plain SQL files in the order of their numbers. */
function listMigrations(): Record<string, Migration> {
  const files = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  const apply = (file: string) => sql.raw(readFileSync(`${FOLDER}${file}`, 'utf8'))
  return Object.fromEntries(files.map((file) => [file, { up: async (db) => void (await apply(file).execute(db)) }]))
}

/**
 * Brings the database up to date. Any number of nodes may start at once: one does the work, everyone else finds it
 * done. Runs as the database's owner, not in the role of the service.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 3, application_name: 'bindery migrate' })
  survive(pool)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const lock = await pool.connect()
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) })
    const migrator = new Migrator({ db, provider: { getMigrations: async () => listMigrations() } })
    const { error, results } = await migrator.migrateToLatest()
    if (error) throw error
    return (results ?? []).map(({ migrationName }) => migrationName)
  } finally {
    lock.release(true)
    await db.destroy()
  }
}

/** How many migrations this program knows that the database lacks. */
export async function countMissingMigrations(db: Db): Promise<number> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const applied = new Set(rows.map(({ name }) => name))
  return Object.keys(listMigrations()).filter((name) => !applied.has(name)).length
}
