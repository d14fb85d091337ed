import type { DuckDBAppender, DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api'
import { quoteText } from '../values/type-rules.ts'
import { ndjsonEncoder } from './encode/json-rows.ts'
import type { ResultColumn } from './encode/result-columns.ts'
import { budgetOf } from './encode/row-encoder.ts'
import type { EngineDatabase } from './engine-database.ts'
import { keptSql } from './kept-column.ts'

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

  async add(chunk: DuckDBDataChunk) {
    if (this.#table) return this.#table.appender.appendDataChunk(chunk)
    this.#chunks.push(chunk)
    this.#encoder.load(chunk)
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
