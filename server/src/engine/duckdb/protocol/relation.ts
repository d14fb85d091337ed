import { quoteName } from './quote-name.ts'

/**
 * Where the rows of a table are: copied into memory; in its Parquet files, with edits laid over them; or in a native
 * file of the engine's own, edited in place.
 */
export type TableForm = 'memory' | 'overlay' | 'native'

/** What a table in memory, or over its files, is called. */
export const memoryName = (key: string) => `_t.${quoteName(key)}`

/** What the rows in a native file are called once it is attached under its own name. */
export const nativeName = (file: string) => `${quoteName(file)}.main.rows`

/**
 * Which versions are held, read in the snapshot of the rows so that an answer knows what it is of. A transaction writes
 * to one file only, hence each native file holds its own version.
 */
export const MEMORY_VERSIONS = '_t.loaded'
export const nativeVersion = (file: string) => `${quoteName(file)}.main.loaded`
