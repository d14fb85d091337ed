import type { StoredColumn } from '../../duckdb/protocol/protocol.ts'
import {
  MEMORY_VERSIONS,
  memoryName,
  nativeName,
  nativeVersion,
  type TableForm,
} from '../../duckdb/protocol/relation.ts'
import { quoteText } from '../../values/type-rules.ts'
import type { RowBlocks } from '../reads/row-sender.ts'

/** A table inside the engine. */
export type LoadedTable = {
  readonly form: TableForm
  /** Its name in SQL. */
  readonly relation: string
  /** Asks which version it is at, and how many rows it has, in the snapshot of the asking transaction. */
  readonly versionSql: string
  /** Ids of the columns it has. */
  readonly columnIds: ReadonlySet<number>
  /** The native file it is in. */
  readonly file: string | null
  readonly version: number
  readonly rowCount: number
  /** Counted when first needed, and kept up from then on. */
  blocks: RowBlocks | null
  /** Its rows lie in the order of their ids, so that nothing has to sort them. */
  readonly isInOrder: boolean
  /** The highest id, known from the first row on that came in. */
  readonly lastId: number | null
}

type State = { version: number; rowCount: number; columns: readonly StoredColumn[] }

export const idsOf = (columns: readonly StoredColumn[]): ReadonlySet<number> => new Set(columns.map(({ id }) => id))

export const inMemory = (
  key: string,
  form: 'memory' | 'overlay',
  { version, rowCount, columns }: State,
): LoadedTable => ({
  form,
  relation: memoryName(key),
  versionSql: `SELECT version, row_count FROM ${MEMORY_VERSIONS} WHERE key = ${quoteText(key)}`,
  file: null,
  columnIds: idsOf(columns),
  blocks: null,
  isInOrder: form === 'memory',
  lastId: null,
  version,
  rowCount,
})

export const inNativeFile = (file: string, { version, rowCount, columns }: State): LoadedTable => ({
  form: 'native',
  relation: nativeName(file),
  versionSql: `SELECT version, row_count FROM ${nativeVersion(file)}`,
  file,
  columnIds: idsOf(columns),
  blocks: null,
  // Rows that were edited before it was written lie at its end.
  isInOrder: false,
  lastId: null,
  version,
  rowCount,
})
