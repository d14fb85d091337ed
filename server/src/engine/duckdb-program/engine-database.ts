import { type DuckDBConnection, DuckDBInstance, type DuckDBPreparedStatement } from '@duckdb/node-api'
import { MEMORY_VERSIONS } from '../duckdb/protocol/relation.ts'
import { quoteText } from '../values/type-rules.ts'
import { EngineThreads } from './engine-threads.ts'
import { KeptStatements } from './kept-statements.ts'

export type Folders = { input: string; own: string; spill: string }

/** An engine reads its input folder and its own, and nothing else for the rest of its life: the order below matters. */
export async function openDatabase({ input, own, spill }: Folders): Promise<EngineDatabase> {
  const instance = await DuckDBInstance.create(':memory:', {
    // As `EngineThreads` begins.
    threads: '1',
    memory_limit: '512MB',
    temp_directory: spill,
    max_temp_directory_size: '256MB',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_unsigned_extensions: 'false',
    allow_persistent_secrets: 'false',
    enable_external_file_cache: 'false',
    // Memory that is not used any more goes back to the machine: there are hundreds of engines on it.
    allocator_background_threads: 'true',
    default_null_order: 'nulls_last',
    default_collation: '',
    // It filters what a LIMIT or a DISTINCT below a join has yet to choose from: now and then rows are missing.
    disabled_optimizers: 'join_filter_pushdown',
  })
  const connection = await instance.connect()
  await connection.run("SET GLOBAL TimeZone = 'UTC'")
  await connection.run('CREATE SCHEMA _t')
  await connection.run(`CREATE TABLE ${MEMORY_VERSIONS} (key VARCHAR, version BIGINT, row_count BIGINT)`)
  // What an engine has changed in its files is of no use to anybody after it.
  await connection.run('PRAGMA disable_checkpoint_on_shutdown')
  await connection.run(`SET allowed_directories = [${quoteText(`${input}/`)}, ${quoteText(`${own}/`)}]`)
  await connection.run('SET enable_external_access = false')
  await connection.run("SET allowed_configs = ['threads']")
  await connection.run('SET lock_configuration = true')
  return new EngineDatabase(instance, connection)
}

class InVain extends Error {}

/** Lends connections: each statement that runs at the same time as others needs one of its own. */
export class EngineDatabase {
  readonly threads = new EngineThreads((threads) =>
    this.lend(async (connection) => void (await connection.run(`SET threads = ${threads}`))),
  )
  readonly #statements = new KeptStatements()
  readonly #instance: DuckDBInstance
  readonly #idle: DuckDBConnection[]

  constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance
    this.#idle = [connection]
  }

  /** One snapshot for all that the work asks; what it writes stands or falls together. */
  inSnapshot<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    return this.lend(async (connection) => {
      await connection.run('BEGIN TRANSACTION')
      const result = await work(connection)
      await connection.run('COMMIT')
      return result
    })
  }

  /**
   * Lends a connection for work that begins with something; if `isValid` says afterwards that it was in vain, or it
   * failed for that reason, the connection is thrown away with all that was begun on it.
   */
  async lendWhile<B, T>(
    begin: (connection: DuckDBConnection) => Promise<B>,
    isValid: () => boolean,
    work: (begun: B) => Promise<T>,
  ): Promise<{ isDone: true; result: T } | { isDone: false }> {
    try {
      return await this.lend(async (connection) => {
        const begun = await begin(connection).catch((error: unknown) => {
          throw isValid() ? error : new InVain()
        })
        if (!isValid()) throw new InVain()
        return { isDone: true, result: await work(begun) }
      })
    } catch (error) {
      if (error instanceof InVain) return { isDone: false }
      throw error
    }
  }

  /** A planned statement that changes nothing; it is kept for the next borrower of the connection. */
  prepareOnce(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> {
    return this.#statements.prepare(connection, sql)
  }

  /** A planned statement of our own, kept too, whatever the values of its parameters will be. */
  prepareForAny(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> {
    return this.#statements.prepare(connection, sql, true)
  }

  /** To be called before and after every change. */
  forgetPrepared() {
    this.#statements.forget(this.#idle)
  }

  /** A connection for the caller, who closes it. */
  connect(): Promise<DuckDBConnection> {
    return this.#instance.connect()
  }

  async lend<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection = this.#idle.pop() ?? (await this.#instance.connect())
    try {
      const result = await work(connection)
      this.#statements.release(connection)
      this.#idle.push(connection)
      return result
    } catch (error) {
      // Closing it rolls back what a failed statement has left.
      connection.closeSync()
      throw error
    }
  }
}
