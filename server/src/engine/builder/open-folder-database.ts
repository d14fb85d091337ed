import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { quoteText } from '../values/type-rules.ts'

/**
 * A database in memory that reaches one folder, and maybe others for reading, and nothing else. It spills to the one what does not
 * fit. Trusted statements only.
 */
export async function openFolderDatabase(
  folder: string,
  memoryLimit: string,
  others: readonly string[] = [],
): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '2',
    memory_limit: memoryLimit,
    temp_directory: `${folder}/spill`,
    max_temp_directory_size: '8GB',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_unsigned_extensions: 'false',
    allow_persistent_secrets: 'false',
    enable_external_file_cache: 'false',
  })
  const duckdb = await instance.connect()
  await duckdb.run("SET TimeZone = 'UTC'")
  const allowed = [folder, ...others].map((path) => quoteText(`${path}/`))
  await duckdb.run(`SET allowed_directories = [${allowed.join(', ')}]`)
  await duckdb.run('SET enable_external_access = false')
  await duckdb.run('SET lock_configuration = true')
  return duckdb
}

/** What does not fit goes to the disk: the reader of the file needs the rest. */
const MEMORY = '128MB'

/** In memory: its tables are spilled as they are, where a file would be compressed first and written twice. */
export const openLoaderDatabase = (folder: string): Promise<DuckDBConnection> => openFolderDatabase(folder, MEMORY)
