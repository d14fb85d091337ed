import type { DuckDBConnection } from '@duckdb/node-api'
import { openFolderDatabase } from '../builder/open-folder-database.ts'

/** What does not fit goes to the disk: the reader of the file needs the rest. */
const MEMORY = '128MB'

/** In memory: its tables are spilled as they are, where a file would be compressed first and written twice. */
export const openLoaderDatabase = (folder: string): Promise<DuckDBConnection> => openFolderDatabase(folder, MEMORY)
