import { assertState } from '../../platform/errors.ts'
import type { ReadableTable } from '../readable-table.ts'
import type { EncodedPage, PageRequest } from '../reader.ts'
import { arrayOf, blocksOf, bytesOf, type RowBlock, rowIdAt } from './row-blocks.ts'
import type { RowFormat } from './sql-question.ts'

/** Rows of a table at one version, as callers with the same mask see the same columns: block by block, as far as they were read. */
type KeptRows = { workbookId: string; version: number; blocks: Map<number, RowBlock>; bytes: number }

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
    const isPlain = orderBy.length === 0 && filter === null && !isCounted && 'offset' in start && limit <= MOST_ROWS
    // How many rows a reader sees of a part is not known beforehand.
    const isInside = isPlain && table.rowCount !== null && start.offset < table.rowCount
    const isJson = format.format === 'json' && format.shape === 'objects'
    return isInside && isJson && !table.isPast && !table.rows && this.#budgetBytes > 0
  }

  async page(table: ReadableTable, request: PageRequest, read: ReadEncoded): Promise<EncodedPage | undefined> {
    const { start, limit } = request
    const { rowCount } = table
    assertState('offset' in start, 'a page that is kept begins at an offset')
    assertState(rowCount !== null && !table.rows, 'a page that is kept is of a table whose rows are all seen')
    const end = Math.min(start.offset + limit, rowCount)
    const first = Math.floor(start.offset / BLOCK_ROWS)
    const last = Math.floor((end - 1) / BLOCK_ROWS)
    const blocks =
      this.#find(table, request, first, last) ?? (await this.#read(table, request, { first, last, rowCount }, read))
    if (!blocks) return undefined
    const from = first * BLOCK_ROWS
    const lastRowId = rowIdAt(blocks, end - from - 1)
    assertState(lastRowId !== undefined, `row ${end} of table ${table.tableId} has an id`)
    return {
      version: table.version,
      rows: arrayOf(blocks, start.offset - from, end - from),
      pageRows: end - start.offset,
      next: end < rowCount ? { values: [], rowId: lastRowId } : null,
      count: null,
    }
  }

  /** What was erased may still be here, in older versions. */
  forget(workbookId: string) {
    this.#forgotten++
    for (const [name, kept] of [...this.#tables]) if (kept.workbookId === workbookId) this.#drop(name)
  }

  #find(table: ReadableTable, request: PageRequest, first: number, last: number): RowBlock[] | undefined {
    const name = nameOf(table, request)
    const kept = this.#tables.get(name)
    if (kept?.version !== table.version) return undefined
    const blocks: RowBlock[] = []
    for (let n = first; n <= last; n++) {
      const block = kept.blocks.get(n)
      if (!block) return undefined
      blocks.push(block)
    }
    // As the one that was used last.
    this.#tables.delete(name)
    this.#tables.set(name, kept)
    return blocks
  }

  /** Undefined where an engine answered otherwise than was expected: at a later version, or with less because rows are large. */
  async #read(
    table: ReadableTable,
    request: PageRequest,
    { first, last, rowCount }: { first: number; last: number; rowCount: number },
    read: ReadEncoded,
  ): Promise<RowBlock[] | undefined> {
    const offset = first * BLOCK_ROWS
    const limit = (last + 1 - first) * BLOCK_ROWS
    const forgotten = this.#forgotten
    const answer = await read({ ...request, start: { offset }, limit }, LINES)
    const expected = Math.min(limit, rowCount - offset)
    if (answer.version !== table.version || answer.pageRows !== expected) return undefined
    const blocks = blocksOf(answer.rows, BLOCK_ROWS)
    if (forgotten === this.#forgotten) this.#keep(table, request, first, blocks)
    return blocks
  }

  #keep(table: ReadableTable, request: PageRequest, first: number, blocks: readonly RowBlock[]) {
    const name = nameOf(table, request)
    const before = this.#tables.get(name)
    // A slow read must not put an older version in the place of a newer one.
    if (before && before.version > table.version) return
    const kept =
      before?.version === table.version
        ? before
        : { workbookId: table.workbookId, version: table.version, blocks: new Map<number, RowBlock>(), bytes: 0 }
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

/** Which columns, and how they are masked. Their names and types hang on the version. */
function nameOf({ tableId, columns }: ReadableTable, { columnIds }: PageRequest): string {
  const masked = columns.flatMap(({ id, isMasked, style }) => (isMasked ? `${id}${style ?? ''}` : []))
  return `${tableId} ${columnIds.join()} ${masked.join()}`
}
