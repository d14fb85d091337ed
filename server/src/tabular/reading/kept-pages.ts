import { assertState } from '../../platform/errors.ts'
import type { ReadableTable } from '../readable-table.ts'
import type { EncodedPage, PageRequest } from '../reader.ts'
import { arrayOf, blocksOf, bytesOf, type RowBlock, rowIdAt } from './row-blocks.ts'
import type { RowFormat } from './sql-question.ts'

/** Rows of a table at one version, as callers with the same mask see the same columns: block by block, as far as they were read. */
type KeptRows = { workbookId: string; version: number; blocks: Map<number, RowBlock>; bytes: number; rowCount: number }

type Found = { blocks: RowBlock[]; rowCount: number }

/** Has an engine read rows. */
export type ReadEncoded = (request: PageRequest, format: RowFormat) => Promise<EncodedPage>

const BLOCK_ROWS = 100
/** Exports and the like read once, and page after page. */
const MOST_ROWS = 1_000
const LINES: RowFormat = { format: 'ndjson', shape: 'objects' }

/**
 * Pages of tables in the order of their rows, kept by this node so that the same rows are not asked of an engine again: those that
 * were not used for longest go first. A page is looked for under the version that its table was just opened at, and a version never
 * changes, so nothing here can be out of date. An erasure is the one exception: it makes a new version, and has the old ones forgotten.
 */
export class KeptPages {
  readonly #budgetBytes: number
  readonly #tables = new Map<string, KeptRows>()
  #bytes = 0
  /** Counts erasures: a read that was under way meanwhile may bring what was erased, and is not kept. */
  #forgotten = 0

  constructor(budgetBytes: number) {
    this.#budgetBytes = budgetBytes
  }

  /** Only JSON with row ids, from the first row on or from an offset, is kept. */
  isFor(table: ReadableTable, { start, limit, orderBy, filter, isCounted }: PageRequest, format: RowFormat): boolean {
    const isPlain = orderBy.length === 0 && filter === null && 'offset' in start && limit <= MOST_ROWS
    // How many rows a reader sees of a part the engine says; how many there are in all is known.
    const isInside = isPlain && (table.rows ? true : !isCounted && start.offset < (table.rowCount ?? 0))
    const isJson = format.format === 'json' && format.shape === 'objects'
    return isInside && isJson && !table.isPast && this.#budgetBytes > 0
  }

  async page(table: ReadableTable, request: PageRequest, read: ReadEncoded): Promise<EncodedPage | undefined> {
    const { start, limit, isCounted } = request
    assertState('offset' in start, 'a page that is kept begins at an offset')
    const found = this.#find(table, request, start.offset) ?? (await this.#read(table, request, start.offset, read))
    if (!found) return undefined
    const { blocks, rowCount } = found
    const end = Math.max(start.offset, Math.min(start.offset + limit, rowCount))
    const from = blockOf(start.offset) * BLOCK_ROWS
    const lastRowId = rowIdAt(blocks, end - from - 1)
    assertState(lastRowId !== undefined || end === start.offset, `row ${end} of table ${table.tableId} has an id`)
    return {
      version: table.version,
      rows: arrayOf(blocks, start.offset - from, end - from),
      pageRows: end - start.offset,
      next: end < rowCount && lastRowId !== undefined ? { values: [], rowId: lastRowId } : null,
      count: isCounted ? rowCount : null,
    }
  }

  /** What was erased may still be here, in older versions. */
  forget(workbookId: string) {
    this.#forgotten++
    for (const [name, kept] of [...this.#tables]) if (kept.workbookId === workbookId) this.#drop(name)
  }

  #find(table: ReadableTable, request: PageRequest, offset: number): Found | undefined {
    const name = nameOf(table, request)
    const kept = this.#tables.get(name)
    if (kept?.version !== table.version) return undefined
    const { rowCount } = kept
    const blocks: RowBlock[] = []
    for (let n = blockOf(offset); n <= blockOf(Math.min(offset + request.limit, rowCount) - 1); n++) {
      const block = kept.blocks.get(n)
      if (!block) return undefined
      blocks.push(block)
    }
    // As the one that was used last.
    this.#tables.delete(name)
    this.#tables.set(name, kept)
    return { blocks, rowCount }
  }

  /** Undefined where an engine answered otherwise than was expected: at a later version, or with less because rows are large. */
  async #read(
    table: ReadableTable,
    request: PageRequest,
    start: number,
    read: ReadEncoded,
  ): Promise<Found | undefined> {
    const first = blockOf(start)
    const offset = first * BLOCK_ROWS
    const end = Math.min(start + request.limit, table.rows ? Number.POSITIVE_INFINITY : (table.rowCount ?? 0))
    const limit = (blockOf(end - 1) + 1 - first) * BLOCK_ROWS
    const forgotten = this.#forgotten
    const answer = await read({ ...request, start: { offset }, limit, isCounted: table.rows !== undefined }, LINES)
    const rowCount = table.rows ? answer.count : table.rowCount
    if (rowCount === null || answer.version !== table.version) return undefined
    if (answer.pageRows !== Math.max(0, Math.min(limit, rowCount - offset))) return undefined
    const blocks = blocksOf(answer.rows, BLOCK_ROWS)
    if (forgotten === this.#forgotten) this.#keep(table, request, { first, blocks, rowCount })
    return { blocks, rowCount }
  }

  #keep(
    { workbookId, version, ...table }: ReadableTable,
    request: PageRequest,
    { first, blocks, rowCount }: Found & { first: number },
  ) {
    const name = nameOf(table, request)
    const before = this.#tables.get(name)
    // A slow read must not put an older version in the place of a newer one.
    if (before && before.version > version) return
    const kept: KeptRows =
      before?.version === version ? before : { workbookId, version, blocks: new Map(), bytes: 0, rowCount }
    this.#drop(name)
    for (const [n, block] of blocks.entries()) {
      const old = kept.blocks.get(first + n)
      kept.bytes += bytesOf(block) - (old ? bytesOf(old) : 0)
      kept.blocks.set(first + n, block)
    }
    this.#tables.set(name, kept)
    this.#bytes += kept.bytes
    for (const oldest of this.#tables.keys()) {
      if (this.#bytes <= this.#budgetBytes) return
      this.#drop(oldest)
    }
  }

  #drop(name: string) {
    this.#bytes -= this.#tables.get(name)?.bytes ?? 0
    this.#tables.delete(name)
  }
}

const blockOf = (row: number) => Math.floor(row / BLOCK_ROWS)

/** Which columns and rows, and how they are masked. Names and types of columns hang on the version. */
function nameOf(
  { tableId, columns, rows }: Pick<ReadableTable, 'tableId' | 'columns' | 'rows'>,
  { columnIds }: PageRequest,
): string {
  const masked = columns.flatMap(({ id, isMasked, style }) => (isMasked ? `${id}${style ?? ''}` : []))
  return `${tableId} ${columnIds.join()} ${masked.join()} ${rows?.name ?? ''}`
}
