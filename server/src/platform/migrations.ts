import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Logger, runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { type Db, survive } from './postgres.ts'
import { type Migration, runMigration } from './run-migration.ts'

const FOLDER = fileURLToPath(new URL('../../migrations/', import.meta.url))

/** Any number, the same in every node and every release. */
const MIGRATION_LOCK = 7_305_198_466
const ASK_AGAIN_MS = 100

/**
 * The first release does not start where its list names a migration that it does not know. So what came later is listed
 * elsewhere: its nodes start again on a database that is ahead of them, in the middle of an upgrade or on the way back.
 */
const LAST_OF_FIRST_RELEASE = '0043-direct-uploads.sql'

const LISTS = `
create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
create table if not exists bindery_migration (name text primary key, applied_at timestamptz not null default clock_timestamp())`

/** Whoever makes a table gives the service every right to it, from the first migration on. This one it only reads. */
const READ_ONLY = `
revoke all on bindery_migration from bindery_service;
grant select on bindery_migration to bindery_service`

/** Plain SQL files in the order of their numbers. */
const listMigrations = (folder: string) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()

/**
 * Brings the database up to date, while others work on it. Any number of nodes may start at once: one does the work,
 * everyone else finds it done. What a later release has applied is left alone. Runs as the database's owner, not in the
 * role of the service.
 */
export async function migrate(databaseUrl: string, folder = FOLDER): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 3, application_name: 'bindery migrate' })
  survive(pool)
  const client = await pool.connect()
  try {
    await takeTurn(client)
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) })
    await client.query(LISTS)
    const missing = await findMissing(client, folder)
    for (const migration of missing) await runMigration(client, migration)
    await client.query(READ_ONLY)
    return missing.map(({ name }) => name)
  } finally {
    // The lock goes with its connection.
    client.release(true)
    await pool.end()
  }
}

/** Asks again and again: a statement that waited for the lock would itself be waited for by whoever builds an index. */
async function takeTurn(client: pg.ClientBase) {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as "isMine"', [MIGRATION_LOCK])
    if (rows[0].isMine) return
    await pause(ASK_AGAIN_MS)
  }
}

async function findMissing(client: pg.ClientBase, folder: string): Promise<Migration[]> {
  const { rows } = await client.query('select name from kysely_migration union all select name from bindery_migration')
  const applied = new Set(rows.map(({ name }) => name))
  return listMigrations(folder)
    .filter((name) => !applied.has(name))
    .map((name) => ({
      name,
      text: readFileSync(join(folder, name), 'utf8'),
      list: name <= LAST_OF_FIRST_RELEASE ? 'kysely_migration' : 'bindery_migration',
    }))
}

/** How many migrations this program knows that the database lacks. */
export async function countMissingMigrations(db: Db): Promise<number> {
  const { rows } = await sql<{ later: string | null }>`select to_regclass('bindery_migration') as later`.execute(db)
  const lists = rows[0]?.later ? ['kysely_migration', 'bindery_migration'] : ['kysely_migration']
  const names = sql.join(
    lists.map((list) => sql`select name from ${sql.table(list)}`),
    sql` union all `,
  )
  const applied = await sql<{ name: string }>`${names}`.execute(db)
  const known = new Set(applied.rows.map(({ name }) => name))
  return listMigrations(FOLDER).filter((name) => !known.has(name)).length
}
