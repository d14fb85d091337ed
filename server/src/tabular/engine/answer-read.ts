import { type DuckDBConnection, type DuckDBValue, LIST, listValue, VARCHAR } from '@duckdb/node-api'
import { chunksOf } from '../chunks-of.ts'
import { type ColumnType, parseColumnType } from '../column-type.ts'
import { canonicalFromDuckDb } from '../duckdb-values.ts'
import type { Position } from '../reader.ts'
import type { Statement } from './filter-sql.ts'
import type { LoadedTable } from './loaded-table.ts'
import type {
  EncodedRow,
  EngineResult,
  HeldState,
  MatchCommand,
  PageCommand,
  ReadColumn,
  RowsCommand,
} from './protocol.ts'
import {
  blocksStatement,
  matchStatement,
  nthStatement,
  orderColumns,
  orderedStatement,
  rowsStatement,
  windowStatement,
} from './read-statements.ts'
import { countRows, findOffset, guessWidth, lastId, type RowBlocks, sortedBlocks } from './row-blocks.ts'
import { type RowSender, RowsTooLarge } from './row-sender.ts'

const IDS_AT_ONCE = 1_000
/** Ids looked through at once for rows that pass a filter. */
const FILTER_WINDOW = 1_048_576

export type Reading = {
  connection: DuckDBConnection
  table: LoadedTable
  send: RowSender
  isInTransaction: boolean
  /** Whether nothing has changed since the read began. */
  isStill: () => boolean
}

export async function readRows(reading: Reading, command: RowsCommand): Promise<EngineResult> {
  const { version } = await findHeld(reading)
  for (let n = 0; n < command.rowIds.length; n += IDS_AT_ONCE) {
    const some = command.rowIds.slice(n, n + IDS_AT_ONCE)
    const statement = rowsStatement(reading.table.relation, command.columns, some)
    for await (const row of encodedRows(reading, statement, command.columns)) {
      if (!reading.send.add(row)) throw new RowsTooLarge()
    }
  }
  return { version }
}

export async function matchRows(reading: Reading, command: MatchCommand): Promise<EngineResult> {
  const { version } = await findHeld(reading)
  const rowIds: number[][] = command.values.map(() => [])
  const lists = command.columns.map((_, n) => listValue(command.values.map((values) => values[n] ?? null)))
  const types = command.columns.map(() => LIST(VARCHAR))
  const found = await reading.connection.run(matchStatement(reading.table.relation, command.columns), lists, types)
  for (const [n, rowId] of await found.getRows()) rowIds[Number(n) - 1]?.push(Number(rowId))
  return { version, rowIds }
}

export async function readPage(reading: Reading, page: PageCommand): Promise<EngineResult> {
  const { version, rowCount } = await findHeld(reading)
  if (page.orderBy.length > 0) {
    const count = page.isCounted ? await countOrdered(reading, page, rowCount) : null
    return { version, count, next: await sendOrdered(reading, page) }
  }
  const isOffset = 'offset' in page.start && page.start.offset > 0
  // With a filter the blocks tell where its rows are, and how many; that is a scan, and only made when asked for.
  const blocks =
    page.filter === null
      ? await allBlocks(reading, page, version)
      : page.isCounted || isOffset
        ? await readBlocks(reading, page)
        : null
  const count = page.isCounted ? (page.filter === null ? rowCount : countRows(blocks ?? new Map())) : null
  const last = blocks ? lastId(blocks) : lastId(await allBlocks(reading, { ...page, filter: null }, version))
  return { version, count, next: await sendWindows(reading, page, blocks, last) }
}

/** Rows are counted, not looked up. */
export async function readState(
  connection: DuckDBConnection,
  tables: ReadonlyMap<string, LoadedTable>,
): Promise<EngineResult> {
  const held: HeldState[] = []
  for (const [key, { relation, form, versionSql }] of [...tables].sort()) {
    const [version] = (await (await connection.run(versionSql)).getRows())[0] ?? []
    const [counted] = await (await connection.run(`SELECT count(*) FROM ${relation}`)).getRows()
    const described = await connection.run(`SELECT column_name FROM (DESCRIBE SELECT * FROM ${relation})`)
    const columns = (await described.getRows()).map(([column]) => String(column))
    held.push({ key, form, version: Number(version), rowCount: Number(counted?.[0]), columns })
  }
  return { version: 0, tables: held }
}

/** Outside a transaction the caller sees to it that nothing changes meanwhile, and then what is known is what is read. */
async function findHeld({ connection, table, isInTransaction }: Reading) {
  if (!isInTransaction) return table
  const [row] = await (await connection.run(table.versionSql)).getRows()
  if (!row) throw new Error('the table is not held any more')
  return { version: Number(row[0]), rowCount: Number(row[1]) }
}

/** Counted once; a read in an older snapshot than the count counts for itself. */
async function allBlocks(reading: Reading, page: PageCommand, version: number): Promise<RowBlocks> {
  const { table, isInTransaction, isStill } = reading
  if (table.blocks && table.version === version) return table.blocks
  const blocks = await readBlocks(reading, { ...page, filter: null })
  if (table.version === version && (isInTransaction || isStill())) table.blocks = blocks
  return blocks
}

async function readBlocks({ connection, table }: Reading, page: PageCommand): Promise<RowBlocks> {
  const { sql, parameters } = blocksStatement(table.relation, page)
  const rows = await (await connection.run(sql, [...parameters])).getRows()
  return sortedBlocks(rows.map(([block, count]) => [Number(block), Number(count)] as const))
}

async function countOrdered(reading: Reading, page: PageCommand, rowCount: number): Promise<number> {
  return page.filter === null ? rowCount : countRows(await readBlocks(reading, page))
}

/** Sends rows from window after window until the page is full. One row more than asked tells whether there is a next page. */
async function sendWindows(reading: Reading, page: PageCommand, blocks: RowBlocks | null, last: number) {
  let after = await findStart(reading, page, blocks)
  if (after === null) return null
  let width = blocks ? guessWidth(blocks, after, page.limit + 1) : FILTER_WINDOW
  let sent = 0
  let position: Position | null = null
  while (after < last) {
    const end: number = Math.min(after + width, last)
    const statement = windowStatement(reading.table.relation, page, { after, last: end, limit: page.limit + 1 - sent })
    for await (const row of encodedRows(reading, statement, page.columns)) {
      if (sent === page.limit || !reading.send.add(row)) return position
      position = { values: [], rowId: row[0] }
      sent += 1
    }
    after = end
    width *= 2
  }
  return null
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

async function sendOrdered(reading: Reading, page: PageCommand): Promise<Position | null> {
  const keys = orderColumns(page)
  const shown = page.columns.length
  let position: Position | null = null
  let sent = 0
  const statement = orderedStatement(reading.table.relation, page, page.limit + 1)
  for await (const [rowId, ...cells] of encodedRows(reading, statement, [...page.columns, ...keys])) {
    if (sent === page.limit || !reading.send.add([rowId, ...cells.slice(0, shown)])) return position
    position = { values: cells.slice(shown), rowId }
    sent += 1
  }
  return null
}

async function* encodedRows(
  { connection, send }: Pick<Reading, 'connection' | 'send'>,
  { sql, parameters }: Statement,
  columns: readonly ReadColumn[],
): AsyncGenerator<EncodedRow> {
  const types = columns.map(({ type }) => typeOf(type))
  // With an empty list of parameters it would take the longer way of a prepared statement.
  const result = await (parameters.length > 0 ? connection.stream(sql, [...parameters]) : connection.stream(sql))
  for await (const chunk of chunksOf(result)) {
    await send.drained()
    for (const [rowId, ...values] of chunk.getRows()) yield [Number(rowId), ...encode(types, values)]
  }
}

const encode = (types: readonly ColumnType[], values: readonly DuckDBValue[]) =>
  types.map((type, n) => canonicalFromDuckDb(type, values[n] ?? null))

const types = new Map<string, ColumnType>()

function typeOf(text: string): ColumnType {
  const type = types.get(text) ?? parseColumnType(text)
  if (!type) throw new Error(`impossible: a column of type ${text}`)
  types.set(text, type)
  return type
}
