import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { quoteText } from '../values/type-rules.ts'

export type Folders = { input: string; own: string; spill: string }

/** An engine reads its input folder and its own, and nothing else for the rest of its life: the order below matters. */
export async function openDatabase({ input, own, spill }: Folders): Promise<EngineDatabase> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '2',
    memory_limit: '512MB',
    temp_directory: spill,
    max_temp_directory_size: '256MB',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_unsigned_extensions: 'false',
    allow_persistent_secrets: 'false',
    enable_external_file_cache: 'false',
    default_null_order: 'nulls_last',
    default_collation: '',
  })
  const connection = await instance.connect()
  await connection.run("SET GLOBAL TimeZone = 'UTC'")
  await connection.run('CREATE SCHEMA _t')
  // What is loaded, at which version: read in the same snapshot as the rows, so an answer knows what it is of.
  await connection.run('CREATE TABLE _t.loaded (key VARCHAR, version BIGINT, row_count BIGINT)')
  await connection.run(`SET allowed_directories = [${quoteText(`${input}/`)}, ${quoteText(`${own}/`)}]`)
  await connection.run('SET enable_external_access = false')
  await connection.run('SET lock_configuration = true')
  return new EngineDatabase(instance, connection)
}

/** Lends connections: each statement that runs at the same time as others needs one of its own. */
export class EngineDatabase {
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

  async lend<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection = this.#idle.pop() ?? (await this.#instance.connect())
    try {
      const result = await work(connection)
      this.#idle.push(connection)
      return result
    } catch (error) {
      // Closing it rolls back what a failed statement has left.
      connection.closeSync()
      throw error
    }
  }
}
