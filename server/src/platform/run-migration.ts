import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { sqlState } from './postgres.ts'

/** `list` is the table that remembers it. */
export type Migration = { name: string; text: string; list: 'kysely_migration' | 'bindery_migration' }

/** Whoever asks for a table queues up behind a migration that waits for it. So it gives up soon, lets them pass, and comes again. */
const LOCK_MS = 1_000
const BREATH_MS = 500
/** To build an index holds up nobody, and waits for transactions under way. */
const LOCK_OUTSIDE_MS = 60_000
const PATIENCE_MS = 15 * 60_000

/** As the first words of a file: each of its statements is on its own, and all can be run again after one has failed. */
const OUTSIDE = /^-- outside a transaction\b/

/** Applies a migration, whole and once, to a database that others work on. */
export async function runMigration(client: pg.ClientBase, migration: Migration) {
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
