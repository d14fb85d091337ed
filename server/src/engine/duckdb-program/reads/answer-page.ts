import type { DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api'
import { canonicalFromDuckDb } from '../../duckdb/duckdb-values.ts'
import type { EngineResult, PageCommand, PageEncoding } from '../../duckdb/protocol/protocol.ts'
import type { ReadColumn } from '../../duckdb/protocol/run-protocol.ts'
import type { Position } from '../../reading/reader.ts'
import { ROW_ID } from '../../table/table.ts'
import { encoderOf } from '../encode/encode-result.ts'
import type { ResultColumn } from '../encode/result-columns.ts'
import { type Budget, budgetOf, type RowEncoder } from '../encode/row-encoder.ts'
import { ask, encodedRows, findHeld, type Reading, typeOf } from './answer-read.ts'
import type { Statement } from './filter-sql.ts'
import { blocksStatement, nthStatement, orderColumns, orderedStatement, windowStatement } from './read-statements.ts'
import {
  countRows,
  findOffset,
  guessWidth,
  lastId,
  MAX_ANSWER_BYTES,
  type RowBlocks,
  sortedBlocks,
} from './row-sender.ts'

/** Ids looked through at once for rows that pass a filter. */
const FILTER_WINDOW = 1_048_576

/** One page of rows, in the order of their ids or another, as cells or in the format they leave the service in. */
export async function readPage(reading: Reading, page: PageCommand): Promise<EngineResult> {
  const sink = page.encode ? new EncodedSink(reading, page, page.encode) : new CellSink(reading, page)
  const { version, rowCount } = await findHeld(reading)
  if (page.orderBy.length > 0) {
    const count = page.isCounted ? await countOrdered(reading, page, rowCount) : null
    return { version, count, next: await sendOrdered(reading, page, sink), pageRows: sink.rows }
  }
  const isOffset = 'offset' in page.start && page.start.offset > 0
  // With a filter the blocks tell where its rows are, and how many; that is a scan, and only made when asked for.
  const blocks =
    page.filter === null
      ? await allBlocks(reading, version)
      : page.isCounted || isOffset
        ? await readBlocks(reading, page)
        : null
  const count = page.isCounted ? (page.filter === null ? rowCount : countRows(blocks ?? new Map())) : null
  const last = blocks ? lastId(blocks) : lastId(await allBlocks(reading, version))
  return { version, count, next: await sendWindows(reading, page, sink, blocks, last), pageRows: sink.rows }
}

/** Counted once; a read in an older snapshot than the count counts for itself. */
export async function allBlocks(reading: Reading, version: number): Promise<RowBlocks> {
  const { table, isInTransaction, isStill } = reading
  if (table.blocks && table.version === version) return table.blocks
  const blocks = await readBlocks(reading, { filter: null, known: [] })
  if (table.version === version && (isInTransaction || isStill())) table.blocks = blocks
  return blocks
}

type Counted = Pick<PageCommand, 'filter' | 'known'>

async function readBlocks({ connection, table }: Reading, question: Counted): Promise<RowBlocks> {
  const { sql, parameters } = blocksStatement(table.relation, question)
  const rows = await (await connection.run(sql, [...parameters])).getRows()
  return sortedBlocks(rows.map(([block, count]) => [Number(block), Number(count)] as const))
}

async function countOrdered(reading: Reading, page: PageCommand, rowCount: number): Promise<number> {
  return page.filter === null ? rowCount : countRows(await readBlocks(reading, page))
}

/** Sends rows from window after window until the page is full. One row more than asked tells whether there is a next page. */
async function sendWindows(
  reading: Reading,
  page: PageCommand,
  sink: PageSink,
  blocks: RowBlocks | null,
  last: number,
): Promise<Position | null> {
  const windowOf = (window: { after: number; last: number }) =>
    windowStatement(reading.table, page, { ...window, limit: page.limit + 1 - sink.rows })
  let after = (await findStart(reading, page, blocks)) ?? last
  let width = blocks ? guessWidth(blocks, after, page.limit + 1) : FILTER_WINDOW
  let isFull = false
  do {
    const end: number = Math.min(after + width, last)
    isFull = !(await sink.take(windowOf({ after, last: end })))
    after = end
    width *= 2
  } while (!isFull && after < last)
  sink.end()
  return isFull ? sink.position : null
}

/** The id behind which the page begins; null when it lies behind the last row. */
async function findStart({ connection, table }: Reading, page: PageCommand, blocks: RowBlocks | null) {
  if ('after' in page.start) return page.start.after.rowId
  if (page.start.offset === 0 || !blocks) return 0
  const place = findOffset(blocks, page.start.offset)
  if (!place || place.skip === 0) return place?.after ?? null
  const { sql, parameters } = nthStatement(table.relation, page, place, place.skip)
  const [found] = await (await connection.run(sql, [...parameters])).getRows()
  return Number(found?.[0])
}

async function sendOrdered(reading: Reading, page: PageCommand, sink: PageSink): Promise<Position | null> {
  const isFull = !(await sink.take(orderedStatement(reading.table.relation, page, page.limit + 1)))
  sink.end()
  return isFull ? sink.position : null
}

/** Where the rows of a page go: statement after statement, until it is full. */
type PageSink = {
  /** Rows taken so far. */
  readonly rows: number
  /** The last of them. */
  readonly position: Position | null
  /** False: the page is full, and a row was left over. */
  take(statement: Statement): Promise<boolean>
  end(): void
}

/** As cells, canonical: for callers that go on working with them. */
class CellSink implements PageSink {
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
class EncodedSink implements PageSink {
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
