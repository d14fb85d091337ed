import type { EngineResult, PageCommand } from '../engine/protocol.ts'
import type { Position } from '../reader.ts'
import { findHeld, type Reading } from './answer-read.ts'
import { CellSink, EncodedSink, type PageSink } from './page-sink.ts'
import { blocksStatement, nthStatement, orderedStatement, windowStatement } from './read-statements.ts'
import { countRows, findOffset, guessWidth, lastId, type RowBlocks, sortedBlocks } from './row-blocks.ts'

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
    windowStatement(reading.table.relation, page, { ...window, limit: page.limit + 1 - sink.rows })
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
