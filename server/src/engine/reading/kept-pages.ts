import { assertState } from '../../platform/errors.ts'
import type { ReadableColumn, ReadableTable } from '../table/readable-table.ts'
import type { Edit } from '../table/table.ts'
import {
  applyEdit,
  BLOCK_ROWS,
  blockOf,
  canFollow,
  emptyOf,
  isNear,
  isShown,
  type KeptRows,
  rowsIn,
  setBlock,
} from './kept-rows.ts'
import type { CommittedRows, EncodedPage, FoundRows, PageRequest } from './reader.ts'
import { arrayOf, blocksOf, type RowBlock, rowIdAt } from './row-blocks.ts'
import type { RowFormat } from './sql-question.ts'

type Found = { blocks: RowBlock[]; rowCount: number }

/** Has an engine read rows. */
export type ReadEncoded = (request: PageRequest, format: RowFormat) => Promise<EncodedPage>

/** What became of the rows of a table after a version; undefined when that is more than so many edits of rows. */
export type FindEdits = (table: ReadableTable, after: number, most: number) => Promise<readonly Edit[] | undefined>

/** Exports and the like read once, and page after page. */
const MOST_ROWS = 1_000
const LINES: RowFormat = { format: 'ndjson', shape: 'objects' }
/** Rows that are looked for by their ids. */
const MOST_IDS = 100
/** After more edits the rows are read again. */
const MOST_EDITS = 200

/**
 * Pages of tables in the order of their rows, kept by this node so that the same rows are not asked of an engine again: those that
 * were not used for longest go first. A page is looked for under the version that its table was just opened at, and a version never
 * changes, so nothing here can be out of date. Where only rows were edited since, what is kept follows to the newer version: a line
 * that is changed has the bytes that an engine would write. An erasure makes a new version, and has the old ones forgotten.
 */
export class KeptPages {
  readonly #budgetBytes: number
  readonly #findEdits: FindEdits
  readonly #kept = new Map<string, KeptRows>()
  /** Names of what is kept of a table. */
  readonly #names = new Map<string, Set<string>>()
  #bytes = 0
  /** Counts erasures: a read that was under way meanwhile may bring what was erased, and is not kept. */
  #forgotten = 0

  constructor(budgetBytes: number, findEdits: FindEdits) {
    this.#budgetBytes = budgetBytes
    this.#findEdits = findEdits
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
    await this.#catchUp(table, request)
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

  /** Cells of some rows, at whatever version they are here; undefined where one of them is not. */
  rowsAtHand(
    table: ReadableTable,
    rowIds: readonly number[],
    columns: readonly ReadableColumn[],
  ): FoundRows | undefined {
    if (table.isPast || table.rows || rowIds.length > MOST_IDS) return undefined
    for (const name of this.#names.get(table.tableId) ?? []) {
      const kept = this.#kept.get(name)
      if (!kept || !isNear(kept, table) || !columns.every((column) => isShown(kept, column))) continue
      const rows = rowsIn(kept, rowIds, columns)
      if (rows) return { version: kept.version, rows }
    }
    return undefined
  }

  /** What this node has committed need not be looked up. */
  follow({ tableId, version, rowCount, edits }: CommittedRows) {
    if (edits.length > MOST_EDITS) return
    for (const name of [...(this.#names.get(tableId) ?? [])]) {
      const kept = this.#kept.get(name)
      if (kept && kept.version === version - 1 && canFollow(kept))
        this.#layOver(name, kept, { version, rowCount }, edits)
    }
  }

  /** What was erased may still be here, in older versions. */
  forget(workbookId: string) {
    this.#forgotten++
    for (const [name, kept] of [...this.#kept]) if (kept.workbookId === workbookId) this.#drop(name)
  }

  /** Brings what is kept from an older version to the table's, if edits of rows lead there. */
  async #catchUp(table: ReadableTable, request: PageRequest) {
    const name = nameOf(table, request)
    const kept = this.#kept.get(name)
    const { rowCount, version } = table
    if (!kept || kept.version >= version || !isNear(kept, table) || rowCount === null || !canFollow(kept)) return
    const [forgotten, from] = [this.#forgotten, kept.version]
    const edits = await this.#findEdits(table, from, MOST_EDITS)
    // Another caller may have brought it there meanwhile.
    const isStill = forgotten === this.#forgotten && this.#kept.get(name) === kept && kept.version === from
    if (edits && isStill) this.#layOver(name, kept, { version, rowCount }, edits)
  }

  #layOver(name: string, kept: KeptRows, now: { version: number; rowCount: number }, edits: readonly Edit[]) {
    this.#drop(name)
    applyEdit(kept, edits)
    this.#put(name, Object.assign(kept, now))
  }

  #find(table: ReadableTable, request: PageRequest, offset: number): Found | undefined {
    const name = nameOf(table, request)
    const kept = this.#kept.get(name)
    if (kept?.version !== table.version) return undefined
    const { rowCount } = kept
    const blocks: RowBlock[] = []
    for (let n = blockOf(offset); n <= blockOf(Math.min(offset + request.limit, rowCount) - 1); n++) {
      const block = kept.blocks.get(n)
      if (!block) return undefined
      blocks.push(block)
    }
    // As the one that was used last.
    this.#kept.delete(name)
    this.#kept.set(name, kept)
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

  #keep(table: ReadableTable, request: PageRequest, { first, blocks, rowCount }: Found & { first: number }) {
    const { version } = table
    const name = nameOf(table, request)
    const before = this.#kept.get(name)
    // A slow read must not put an older version in the place of a newer one.
    if (before && before.version > version) return
    const kept = before?.version === version ? before : emptyOf(table, request, rowCount)
    this.#drop(name)
    for (const [n, block] of blocks.entries()) setBlock(kept, first + n, block)
    this.#put(name, kept)
  }

  /** As the one that was used last; of the others stays what the budget holds beside it. */
  #put(name: string, kept: KeptRows) {
    this.#kept.set(name, kept)
    this.#names.set(kept.tableId, (this.#names.get(kept.tableId) ?? new Set()).add(name))
    this.#bytes += kept.bytes
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#budgetBytes) return
      this.#drop(oldest)
    }
  }

  #drop(name: string) {
    const kept = this.#kept.get(name)
    if (!kept) return
    this.#bytes -= kept.bytes
    this.#kept.delete(name)
    const names = this.#names.get(kept.tableId)
    names?.delete(name)
    if (names?.size === 0) this.#names.delete(kept.tableId)
  }
}

/** Which columns and rows, and how they are masked. Names and types of columns hang on the version. */
function nameOf(
  { tableId, columns, rows }: Pick<ReadableTable, 'tableId' | 'columns' | 'rows'>,
  { columnIds }: PageRequest,
): string {
  const masked = columns.flatMap(({ id, isMasked, style }) => (isMasked ? `${id}${style ?? ''}` : []))
  return `${tableId} ${columnIds.join()} ${masked.join()} ${rows?.name ?? ''}`
}
