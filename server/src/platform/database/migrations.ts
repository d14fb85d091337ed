import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Logger, runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { type Db, sqlState, survive } from '../postgres.ts'

const FOLDER = fileURLToPath(new URL('../../../migrations/', import.meta.url))

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

/** The owner of a new table gives the service every right to it, from the first migration on. This one it only reads. */
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

/** Asks again and again: a statement that waited for the lock would itself block an index build. */
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

/** `list` is the table that remembers it. */
type Migration = { name: string; text: string; list: 'kysely_migration' | 'bindery_migration' }

/** Statements on a table queue up behind a migration that waits for it. So a migration gives up soon, lets them pass, and tries again. */
const LOCK_MS = 1_000
const BREATH_MS = 500
/** Building an index blocks no writer, and waits for transactions under way. */
const LOCK_OUTSIDE_MS = 60_000
const PATIENCE_MS = 15 * 60_000

/** As the first words of a file: each of its statements is on its own, and all can be run again after one has failed. */
const OUTSIDE = /^-- outside a transaction\b/

/** Applies a migration, whole and once, to a database that others work on. */
async function runMigration(client: pg.ClientBase, migration: Migration) {
  const run = OUTSIDE.test(migration.text) ? runOutside : runInside
  for (const until = performance.now() + PATIENCE_MS; ; await pause(BREATH_MS)) {
    try {
      return await run(client, migration)
    } catch (error) {
      if (!isInTheWay(error) || performance.now() > until) throw error
    }
  }
}

async function runInside(client: pg.ClientBase, migration: Migration) {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${LOCK_MS}`)
    await client.query(migration.text)
    await remember(client, migration)
    await client.query('commit')
  } catch (error) {
    // A connection that is gone has rolled back already.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function runOutside(client: pg.ClientBase, migration: Migration) {
  await client.query(`set lock_timeout = ${LOCK_OUTSIDE_MS}`)
  // Statements sent together would be one transaction.
  for (const statement of statementsIn(migration.text)) await client.query(statement)
  await remember(client, migration)
}

const statementsIn = (text: string): string[] =>
  text
    .replace(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .filter((statement) => statement.trim() !== '')

function remember(client: pg.ClientBase, { name, list }: Migration) {
  return list === 'kysely_migration'
    ? client.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [name, new Date().toISOString()])
    : client.query('insert into bindery_migration (name) values ($1)', [name])
}

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

function isInTheWay(error: unknown): boolean {
  const state = sqlState(error)
  return state === LOCK_NOT_AVAILABLE || state === DEADLOCK
}
