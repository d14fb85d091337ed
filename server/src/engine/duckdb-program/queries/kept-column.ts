import {
  type DuckDBAppender,
  DuckDBArrayType,
  type DuckDBConnection,
  type DuckDBDataChunk,
  DuckDBListType,
  DuckDBMapType,
  DuckDBStructType,
  type DuckDBType,
  DuckDBTypeId,
} from '@duckdb/node-api'
import { quoteText } from '../../values/type-rules.ts'
import type { ReadColumn } from '../encode/column-values.ts'
import { ndjsonEncoder } from '../encode/encode-result.ts'
import type { ResultColumn } from '../encode/result-columns.ts'
import { budgetOf } from '../encode/row-encoder.ts'
import type { EngineDatabase } from '../engine-database.ts'

/** Types that come back from a Parquet file just as they went in. HUGEINT would become DOUBLE there, and INTERVAL lose digits. */
const EXACT: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.BOOLEAN,
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.FLOAT,
  DuckDBTypeId.DOUBLE,
  DuckDBTypeId.DECIMAL,
  DuckDBTypeId.DATE,
  DuckDBTypeId.TIME,
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_TZ,
  DuckDBTypeId.UUID,
  DuckDBTypeId.VARCHAR,
  DuckDBTypeId.BLOB,
])

/** How a column of a result goes into the file: as it is, or as text. */
function keptSql({ source }: ResultColumn, name: string): string {
  if (isExact(source)) return name
  return isNested(source) ? `CAST(to_json(${name}) AS VARCHAR)` : `CAST(${name} AS VARCHAR)`
}

/** And how it is read again, whether from the file or from lines: so that it is sent as it was the first time. */
export function readKeptSql(name: string, product: string, isText: boolean): string {
  if (!isText || product === 'VARCHAR') return name
  // What is sent as BIGINT may be larger than one: sums are.
  return `CAST(${name} AS ${product === 'BIGINT' ? 'HUGEINT' : product})`
}

export const isNested = (type: DuckDBType) => NESTED.has(type.typeId)

const NESTED: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.LIST,
  DuckDBTypeId.ARRAY,
  DuckDBTypeId.STRUCT,
  DuckDBTypeId.MAP,
  DuckDBTypeId.UNION,
])

function isExact(type: DuckDBType): boolean {
  if (type instanceof DuckDBListType || type instanceof DuckDBArrayType) return isExact(type.valueType)
  if (type instanceof DuckDBMapType) return isExact(type.keyType) && isExact(type.valueType)
  if (type instanceof DuckDBStructType) return type.entryTypes.every(isExact)
  return EXACT.has(type.typeId)
}

/** Results up to this size are kept as lines of JSON. */
const INLINE_BYTES = 256 * 1024

/** Keeps the rows of a result while they come: as lines of JSON, or as a Parquet file once they are too many for that. */
export class KeptRows {
  readonly #database: EngineDatabase
  readonly #columns: readonly ResultColumn[]
  readonly #maxRows: number
  readonly #encoder
  readonly #budget
  #lines: Buffer[] = []
  #chunks: DuckDBDataChunk[] = []
  #table: { connection: DuckDBConnection; appender: DuckDBAppender } | null = null

  constructor(database: EngineDatabase, columns: readonly ResultColumn[], maxRows: number) {
    this.#database = database
    this.#columns = columns
    this.#maxRows = maxRows
    this.#encoder = ndjsonEncoder(columns, 'arrays')
    this.#budget = budgetOf(maxRows, INLINE_BYTES)
  }

  /** `read`: the same rows, where they were read. */
  async add(chunk: DuckDBDataChunk, read?: readonly ReadColumn[]) {
    if (this.#table) return this.#table.appender.appendDataChunk(chunk)
    this.#chunks.push(chunk)
    this.#encoder.load(chunk, read)
    for (let isThrough = false; !isThrough && !this.#budget.isFull; ) {
      isThrough = this.#encoder.add(this.#budget)
      this.#lines.push(this.#encoder.take())
    }
    if (this.#budget.isFull && this.#budget.taken.rows < this.#maxRows) await this.#spill()
  }

  /** From lines to a table: chunks go into it as they are. */
  async #spill() {
    const connection = await this.#database.connect()
    const columns = this.#columns.map(({ source }, n) => `c${n} ${source}`)
    await connection.run(`CREATE TEMP TABLE kept (${columns.join(', ')})`)
    const appender = await connection.createAppender('kept', 'main', 'temp')
    this.#table = { connection, appender }
    for (const chunk of this.#chunks) appender.appendDataChunk(chunk)
    this.#chunks = []
    this.#lines = []
  }

  /** The lines, or null when the rows are in the file. */
  async end(path: string): Promise<Buffer | null> {
    if (!this.#table) return Buffer.concat([...this.#lines, this.#encoder.end()])
    const { connection, appender } = this.#table
    appender.closeSync()
    const columns = this.#columns.map((column, n) => `${keptSql(column, `c${n}`)} AS c${n}`)
    await connection.run(
      `COPY (SELECT ${columns.join(', ')} FROM temp.main.kept LIMIT ${this.#maxRows}) TO ${quoteText(path)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 122880, DICTIONARY_SIZE_LIMIT 0)`,
    )
    return null
  }

  close() {
    this.#table?.connection.closeSync()
  }
}
