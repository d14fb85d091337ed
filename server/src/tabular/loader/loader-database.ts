import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { quoteText } from '../values/type-rules.ts'

/** What does not fit goes to the disk. */
const MEMORY = '128MB'
const SPILL = '8GB'

/** A database in memory: its tables are spilled as they are, where a file would be compressed first and written twice. */
export async function openLoaderDatabase(folder: string): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '2',
    memory_limit: MEMORY,
    temp_directory: `${folder}/spill`,
    max_temp_directory_size: SPILL,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_unsigned_extensions: 'false',
    allow_persistent_secrets: 'false',
    enable_external_file_cache: 'false',
  })
  const connection = await instance.connect()
  await connection.run("SET TimeZone = 'UTC'")
  await connection.run(`SET allowed_directories = [${quoteText(`${folder}/`)}]`)
  await connection.run('SET enable_external_access = false')
  await connection.run('SET lock_configuration = true')
  return connection
}
