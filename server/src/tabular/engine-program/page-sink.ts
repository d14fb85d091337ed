import type { DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api'
import { canonicalFromDuckDb } from '../duckdb-values.ts'
import type { ReadColumn } from '../engine/column-protocol.ts'
import type { PageCommand, PageEncoding } from '../engine/protocol.ts'
import type { Position } from '../reader.ts'
import { ROW_ID } from '../table.ts'
import { ask, encodedRows, type Reading, typeOf } from './answer-read.ts'
import { encoderOf } from './encode/encode-result.ts'
import type { ResultColumn } from './encode/result-columns.ts'
import { type Budget, budgetOf, type RowEncoder } from './encode/row-encoder.ts'
import type { Statement } from './filter-sql.ts'
import { orderColumns } from './read-statements.ts'
import { MAX_ANSWER_BYTES } from './row-sender.ts'

/** Where the rows of a page go: statement after statement, until it is full. */
export type PageSink = {
  /** Rows taken so far. */
  readonly rows: number
  /** The last of them. */
  readonly position: Position | null
  /** False: the page is full, and a row was left over. */
  take(statement: Statement): Promise<boolean>
  end(): void
}

/** As cells, canonical: for whoever goes on working with them. */
export class CellSink implements PageSink {
  rows = 0
  position: Position | null = null
  readonly #reading: Reading
  readonly #page: PageCommand

  constructor(reading: Reading, page: PageCommand) {
    this.#reading = reading
    this.#page = page
  }

  async take(statement: Statement): Promise<boolean> {
    const { columns, limit } = this.#page
    const selected = [...columns, ...orderColumns(this.#page)]
    for await (const [rowId, ...cells] of encodedRows(this.#reading, statement, selected)) {
      const shown = cells.slice(0, columns.length)
      if (this.rows === limit || !this.#reading.send.add([rowId, ...shown])) return false
      this.position = { values: cells.slice(columns.length), rowId }
      this.rows += 1
    }
    return true
  }

  end() {}
}

/** As bytes in the format they leave the service in: many times faster than one cell after the other. */
export class EncodedSink implements PageSink {
  position: Position | null = null
  readonly #reading: Reading
  readonly #page: PageCommand
  readonly #encoding: PageEncoding
  readonly #budget: Budget
  #encoder: RowEncoder | null = null

  constructor(reading: Reading, page: PageCommand, encoding: PageEncoding) {
    this.#reading = reading
    this.#page = page
    this.#encoding = encoding
    this.#budget = budgetOf(page.limit, MAX_ANSWER_BYTES)
  }

  get rows() {
    return this.#budget.taken.rows
  }

  async take(statement: Statement): Promise<boolean> {
    const { connection, send } = this.#reading
    const { result, chunks } = await ask(connection, statement)
    const encoder = this.#encoder ?? this.#begin(result)
    for await (const chunk of chunks) {
      const before = this.rows
      encoder.load(chunk)
      for (let isThrough = false; !isThrough && !this.#budget.isFull; ) {
        isThrough = encoder.add(this.#budget)
        send.bytes(encoder.take())
      }
      if (this.rows > before) this.position = this.#positionIn(chunk, this.rows - before - 1)
      if (this.#budget.isFull) return false
      await send.drained()
    }
    return true
  }

  end() {
    if (this.#encoder) this.#reading.send.bytes(this.#encoder.end())
  }

  #begin(result: DuckDBResult): RowEncoder {
    const { names, hasRowIds, format } = this.#encoding
    const sources = result.columnTypes()
    const columnAt = (place: number, name: string, type: ReadColumn['type']): ResultColumn[] => {
      const source = sources[place]
      return source ? [{ name, type: typeOf(type), source, place }] : []
    }
    const columns = this.#page.columns.flatMap(({ type }, n) => columnAt(n + 1, names[n] ?? '', type))
    const encoder = encoderOf(
      format.format,
      [...columns, ...(hasRowIds ? columnAt(0, ROW_ID, 'BIGINT') : [])],
      format.shape,
    )
    this.#reading.send.bytes(encoder.begin())
    this.#encoder = encoder
    return encoder
  }

  #positionIn(chunk: DuckDBDataChunk, row: number): Position {
    const valueAt = (place: number) => chunk.getColumnVector(place).getItem(row)
    const first = 1 + this.#page.columns.length
    const values = orderColumns(this.#page).map(({ type }, n) => canonicalFromDuckDb(typeOf(type), valueAt(first + n)))
    return { values, rowId: Number(valueAt(0)) }
  }
}
