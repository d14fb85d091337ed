import type { EncodedRow } from '../engine/protocol.ts'

/** What leaves the engine in one answer. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024
const PART_BYTES = 256 * 1024

export class RowsTooLarge extends Error {}

/** Sends rows in parts while they come, and keeps count of their bytes. */
export class RowSender {
  /** Resolves when whoever receives has taken enough of what was sent. */
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

  /** Rows that are encoded already; whoever encodes them counts. */
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
