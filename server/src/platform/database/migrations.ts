import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Logger, runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { type Db, sqlState, survive } from '../postgres.ts'
import { applyFunctions, type FunctionFile, ownRelease, readFunctionFiles } from './function-files.ts'
import { hasIncludes, includeFunctions, listMigrations, type Migration, planMigrations } from './migration-files.ts'

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
create table if not exists bindery_migration (name text primary key, applied_at timestamptz not null default clock_timestamp());
create table if not exists bindery_function (name text primary key, hash text not null, release text not null)`

/** The owner of a new table gives the service every right to it, from the first migration on. These it only reads. */
const READ_ONLY = `
revoke all on bindery_migration, bindery_function from bindery_service;
grant select on bindery_migration, bindery_function to bindery_service`

/** Where the SQL is, and whose it is: tests name others. */
type Sources = { folder: string; functions: readonly FunctionFile[]; release: string }

/**
 * Brings the database up to date, while others work on it: first its tables, then its functions. Any number of nodes may start at
 * once: one does the work, everyone else finds it done. What a later release has applied is left alone. Runs as the database's
 * owner, not in the role of the service. Returns what it applied.
 */
export async function migrate(databaseUrl: string, sources: Partial<Sources> = {}): Promise<string[]> {
  const { folder = FOLDER, functions = readFunctionFiles(), release = ownRelease() } = sources
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 3, application_name: 'bindery migrate' })
  survive(pool)
  const client = await pool.connect()
  try {
    await takeTurn(client)
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) })
    await client.query(LISTS)
    const applied = await listApplied(client)
    const missing = planMigrations(folder, applied)
    for (const migration of missing) await untilDone(() => runMigration(client, migration, functions))
    const isAhead = knowsMore(applied, folder)
    const written = isAhead
      ? 0
      : await untilDone(() => inTransaction(client, () => applyFunctions(client, functions, release)))
    await client.query(READ_ONLY)
    const names = missing.flatMap((migration) => migration.names)
    return written > 0 ? [...names, `${written} function${written === 1 ? '' : 's'}`] : names
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

async function listApplied(client: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await client.query('select name from kysely_migration union all select name from bindery_migration')
  return new Set(rows.map(({ name }) => name))
}

/** A later build has been here, whose functions serve this one too. */
function knowsMore(applied: ReadonlySet<string>, folder: string): boolean {
  const last = listMigrations(folder).at(-1) ?? ''
  return [...applied].some((name) => name > last)
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

/** Statements on a table queue up behind a migration that waits for it. So a migration gives up soon, lets them pass, and tries again. */
const LOCK_MS = 1_000
const BREATH_MS = 500
/** Building an index blocks no writer, and waits for transactions under way. */
const LOCK_OUTSIDE_MS = 60_000
const PATIENCE_MS = 15 * 60_000

/** As the first words of a file: each of its statements is on its own, and all can be run again after one has failed. */
const OUTSIDE = /^-- outside a transaction\b/

/** Tries again while others hold what it needs. */
async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + PATIENCE_MS; ; await pause(BREATH_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isInTheWay(error) || performance.now() > until) throw error
    }
  }
}

/** Applies a migration, whole and once, to a database that others work on. */
function runMigration(client: pg.ClientBase, { names, text }: Migration, functions: readonly FunctionFile[]) {
  if (OUTSIDE.test(text)) return runOutside(client, { names, text })
  return inTransaction(client, async () => {
    // Functions may call others that are not there yet.
    if (hasIncludes(text)) await client.query('set local check_function_bodies = off')
    await client.query(includeFunctions(text, functions))
    await remember(client, names)
  })
}

async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${LOCK_MS}`)
    const outcome = await work()
    await client.query('commit')
    return outcome
  } catch (error) {
    // A connection that is gone has rolled back already.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function runOutside(client: pg.ClientBase, { names, text }: Migration) {
  await client.query(`set lock_timeout = ${LOCK_OUTSIDE_MS}`)
  // Statements sent together would be one transaction.
  for (const statement of statementsIn(text)) await client.query(statement)
  await remember(client, names)
}

const statementsIn = (text: string): string[] =>
  text
    .replace(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .filter((statement) => statement.trim() !== '')

async function remember(client: pg.ClientBase, names: readonly string[]) {
  const isFirst = (name: string) => name <= LAST_OF_FIRST_RELEASE
  await client.query('insert into kysely_migration (name, timestamp) select name, $2 from unnest($1::text[]) as name', [
    names.filter(isFirst),
    new Date().toISOString(),
  ])
  await client.query('insert into bindery_migration (name) select unnest($1::text[])', [
    names.filter((name) => !isFirst(name)),
  ])
}

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

function isInTheWay(error: unknown): boolean {
  const state = sqlState(error)
  return state === LOCK_NOT_AVAILABLE || state === DEADLOCK
}
