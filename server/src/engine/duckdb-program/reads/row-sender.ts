import type { EncodedRow } from '../../duckdb/protocol/protocol.ts'

/** What leaves the engine in one answer. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024
const PART_BYTES = 256 * 1024

export class RowsTooLarge extends Error {}

/** Sends rows in parts while they come, and keeps count of their bytes. */
export class RowSender {
  /** Resolves when the receiver has taken enough of what was sent. */
  readonly drained: () => Promise<void>
  /** Null: what was sent before does not count. */
  readonly #send: (part: readonly EncodedRow[] | Buffer | null) => void
  #part: EncodedRow[] = []
  #partBytes = 0
  #sentBytes = 0

  constructor(send: (part: readonly EncodedRow[] | Buffer | null) => void, drained: () => Promise<void>) {
    this.#send = send
    this.drained = drained
  }

  /** False: the answer is full, and the row is not part of it. The first row always is. */
  add(row: EncodedRow): boolean {
    const bytes = sizeOf(row)
    const isFirst = this.#sentBytes + this.#partBytes === 0
    if (!isFirst && this.#sentBytes + this.#partBytes + bytes > MAX_ANSWER_BYTES) return false
    this.#part.push(row)
    this.#partBytes += bytes
    if (this.#partBytes >= PART_BYTES) this.flush()
    return true
  }

  /** Rows that are encoded already; their encoder counts. */
  bytes(part: Buffer) {
    if (part.length === 0) return
    this.#send(part)
    this.#sentBytes += part.length
  }

  restart() {
    if (this.#sentBytes > 0) this.#send(null)
    this.#part = []
    this.#partBytes = 0
    this.#sentBytes = 0
  }

  flush() {
    if (this.#part.length === 0) return
    this.#send(this.#part)
    this.#sentBytes += this.#partBytes
    this.#part = []
    this.#partBytes = 0
  }
}

function sizeOf([, ...cells]: EncodedRow): number {
  let bytes = 16
  for (const cell of cells) bytes += cell === null ? 5 : Buffer.byteLength(cell) + 3
  return bytes
}

/** Ids are counted in blocks, so that the n-th row is found without passing over those before it. */
export const BLOCK_SHIFT = 16
const BLOCK_IDS = 2 ** BLOCK_SHIFT

/** Live rows per block of ids, ascending; blocks without rows are left out. */
export type RowBlocks = ReadonlyMap<number, number>

const blockOf = (rowId: number) => Math.floor(rowId / BLOCK_IDS)

const idsOf = (block: number) => ({ after: block * BLOCK_IDS - 1, last: (block + 1) * BLOCK_IDS - 1 })

export function countRows(blocks: RowBlocks): number {
  let rows = 0
  for (const count of blocks.values()) rows += count
  return rows
}

/** The last id that may be there; zero when there is none. */
export function lastId(blocks: RowBlocks): number {
  let last = -1
  for (const block of blocks.keys()) last = Math.max(last, block)
  return last < 0 ? 0 : (last + 1) * BLOCK_IDS - 1
}

/** Where the row behind `offset` others lies: in the block of ids after `after` up to `last`, behind `skip` rows of it. */
export function findOffset(blocks: RowBlocks, offset: number): { after: number; last: number; skip: number } | null {
  let passed = 0
  for (const [block, count] of blocks) {
    if (passed + count > offset) return { ...idsOf(block), skip: offset - passed }
    passed += count
  }
  return null
}

/** A width of ids in which about one and a half times as many rows lie as are wanted, judged by the block they begin in. */
export function guessWidth(blocks: RowBlocks, after: number, rows: number): number {
  for (const [block, count] of blocks) {
    if (block < blockOf(after + 1)) continue
    const gap = Math.max(0, block * BLOCK_IDS - after)
    return gap + Math.ceil(rows * (BLOCK_IDS / count) * 1.5)
  }
  return BLOCK_IDS
}

/** After edits: the blocks as they are now. */
export function adjustBlocks(blocks: RowBlocks, removed: readonly number[], added: readonly number[]): RowBlocks {
  const counts = new Map(blocks)
  const change = (id: number, by: number) => counts.set(blockOf(id), (counts.get(blockOf(id)) ?? 0) + by)
  for (const id of removed) change(id, -1)
  for (const id of added) change(id, 1)
  return sortedBlocks([...counts].filter(([, count]) => count > 0))
}

export function sortedBlocks(counts: readonly (readonly [number, number])[]): RowBlocks {
  return new Map([...counts].sort(([a], [b]) => a - b))
}
