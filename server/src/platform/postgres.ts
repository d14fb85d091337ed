import { CamelCasePlugin, Kysely, type LogEvent, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './database/database-schema.ts'
import { openListsWay } from './database/plain-statements.ts'
import { PreparedClient } from './database/prepared-client.ts'

export type Db = Kysely<DB>
/** Proof that a transaction is open. Every write asks for one. */
export type Tx = Transaction<DB>

/**
 * Limits of every connection. A forgotten transaction would stop PostgreSQL from pruning the hot rows of all workbooks;
 * waiting long for a lock does not help.
 */
const SESSION = {
  role: 'bindery_service',
  timezone: 'UTC',
  idle_in_transaction_session_timeout: '10s',
  lock_timeout: '5s',
  statement_timeout: '30s',
  // Every key begins with a workbook's id, so one plan is good for all of them; making one for each takes longer than the rest.
  plan_cache_mode: 'force_generic_plan',
}

export type Database = { db: Db; pool: pg.Pool }

export type Connection = {
  url: string
  poolSize: number
  name: string
  /** How long versions are kept for their own sake; 90 when left out. */
  historyDays?: number
  onLost?: (error: Error) => void
  /** Called after every statement. */
  onQuery?: (seconds: number) => void
}

export function connectDatabase(connection: Connection): Database {
  const { url, poolSize, name, historyDays = 90, onLost = () => {}, onQuery } = connection
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    options: Object.entries({ ...SESSION, 'bindery.history_days': historyDays })
      .map(([setting, value]) => `-c ${setting}=${value}`)
      .join(' '),
    types: { getTypeParser },
    Client: PreparedClient,
  })
  survive(pool, onLost)
  const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })]
  const log = onQuery && ((event: LogEvent) => onQuery(event.queryDurationMillis / 1_000))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins, ...(log ? { log } : {}) })
  openListsWay(db, pool, onQuery)
  return { pool, db }
}

/** A lost connection fails the statement on it, or the next one. Without listeners it would end the whole process. */
export function survive(pool: pg.Pool, onLost: (error: Error) => void = () => {}) {
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
}

/** BIGINT counters stay far below 2^53, so they are numbers; a DATE is a day, not a moment in some time zone. */
const getTypeParser: typeof pg.types.getTypeParser = ((oid: number, format: 'text') => {
  if (oid === pg.types.builtins.INT8) return Number
  if (oid === pg.types.builtins.DATE) return String
  return pg.types.getTypeParser(oid, format)
}) as typeof pg.types.getTypeParser // Safe: the two replaced parsers take text, the only format asked for.

/** The only place a transaction begins. Inside one already, the work joins it. */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  // Safe: Kysely sets isTransaction on Transaction alone.
  if (db.isTransaction) return work(db as Tx)
  return db.transaction().execute(work)
}

/** Does the work and takes all of it back; inside a transaction that goes on, only the work. */
export function takingBack<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await sql`savepoint taken_back`.execute(tx)
    try {
      return await work(tx)
    } finally {
      await sql`rollback to savepoint taken_back`.execute(tx)
    }
  })
}

/** For a write that is a single statement: it is a transaction of its own, and two round trips are saved. */
export function inOneStatement<T>(db: Db, statement: (tx: Tx) => Promise<T>): Promise<T> {
  // Safe: PostgreSQL does all of one statement or nothing.
  return statement(db as Tx)
}

/** PostgreSQL's code for an error, `23505` and the like. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}
