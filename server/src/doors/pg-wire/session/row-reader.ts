import { Spool } from './spool.ts'

const HEADER_BYTES = 5
const NOTHING = Buffer.alloc(0)
/** A client that comes back later than this finds its rows on the disk: a query that waits takes the place of another. */
const PATIENCE_MS = 1_000
/** More of them wait in the engine after all. */
const MOST_SPOOLED_BYTES = 1024 * 1024 * 1024

/** Takes bytes that go to the client, and resolves when more may come. */
export type Send = (bytes: Buffer) => Promise<void>

/** `isDone`: no row is left. */
export type Taken = { count: number; isDone: boolean }

/** Messages of rows, handed out as many at a time as the client asks for. */
export class RowReader {
  readonly #rows: AsyncGenerator<Buffer, number | undefined>
  /** Read and not handed out; the last message may not be whole. */
  #left: Buffer = NOTHING
  #taken = 0
  #total: number | undefined
  #isEnded = false
  #spool: Spool | null = null
  #idle: NodeJS.Timeout | undefined
  #spooling: Promise<void> = Promise.resolve()
  #isWanted = false
  #failure: unknown

  constructor(rows: AsyncGenerator<Buffer, number | undefined>) {
    this.#rows = rows
  }

  /** Up to so many rows, or all when it is 0. */
  async take(most: number, send: Send): Promise<Taken> {
    clearTimeout(this.#idle)
    this.#isWanted = true
    await this.#spooling
    const taken = await (most === 0 ? this.#takeAll(send) : this.#takeSome(most, send))
    this.#isWanted = false
    if (!taken.isDone) this.#idle = setTimeout(() => this.#beginSpooling(), PATIENCE_MS).unref()
    return taken
  }

  /** Nothing more is wanted. */
  async close() {
    clearTimeout(this.#idle)
    this.#left = NOTHING
    this.#isWanted = true
    await this.#spooling
    this.#isEnded = true
    const spool = this.#spool
    this.#spool = null
    await spool?.close()
    await this.#rows.return(undefined)
  }

  #beginSpooling() {
    this.#spooling = this.#spoolRows().catch((error: unknown) => {
      this.#failure = error
    })
  }

  /** Takes the rows that are left out of the engine, until the client comes back or there are too many. */
  async #spoolRows() {
    this.#spool ??= await Spool.open()
    while (!this.#isWanted && !this.#isEnded && this.#spool.writtenBytes < MOST_SPOOLED_BYTES) {
      const bytes = await this.#readOn()
      if (bytes) await this.#spool.write(bytes)
    }
  }

  async #takeAll(send: Send): Promise<Taken> {
    // All that has not been counted yet goes as it comes; how many rows that was is known at the end.
    const before = this.#taken
    let counted = countRows(this.#left)
    if (this.#left.length > 0) await send(this.#left)
    let carried = this.#left
    this.#left = NOTHING
    const isCounting = before > 0
    for (let bytes = await this.#read(); bytes; bytes = await this.#read()) {
      await send(bytes)
      if (!isCounting) continue
      carried = Buffer.concat([carried.subarray(wholeRows(carried)), bytes])
      counted += countRows(carried)
    }
    const count = this.#total === undefined ? counted : this.#total - before
    this.#taken = before + count
    return { count, isDone: true }
  }

  async #takeSome(most: number, send: Send): Promise<Taken> {
    let count = 0
    while (count < most) {
      const { rows, bytes } = rowsIn(this.#left, most - count)
      if (rows > 0) {
        await send(this.#left.subarray(0, bytes))
        this.#left = this.#left.subarray(bytes)
        count += rows
        this.#taken += rows
        continue
      }
      const more = await this.#read()
      if (!more) return { count, isDone: true }
      this.#left = this.#left.length === 0 ? more : Buffer.concat([this.#left, more])
    }
    return { count, isDone: false }
  }

  async #read(): Promise<Buffer | undefined> {
    const spooled = await this.#spool?.read()
    if (spooled) return spooled
    if (this.#failure !== undefined) throw this.#failure
    return this.#readOn()
  }

  async #readOn(): Promise<Buffer | undefined> {
    if (this.#isEnded) return undefined
    const { value, done } = await this.#rows.next()
    if (!done) return value
    this.#isEnded = true
    this.#total = value
    return undefined
  }
}

/** How many whole messages there are, up to `most`, and how many bytes they take. */
function rowsIn(bytes: Buffer, most: number): { rows: number; bytes: number } {
  let at = 0
  let rows = 0
  while (rows < most && at + HEADER_BYTES <= bytes.length) {
    const end = at + 1 + bytes.readInt32BE(at + 1)
    if (end > bytes.length) break
    at = end
    rows += 1
  }
  return { rows, bytes: at }
}

const countRows = (bytes: Buffer) => rowsIn(bytes, Number.POSITIVE_INFINITY).rows
const wholeRows = (bytes: Buffer) => rowsIn(bytes, Number.POSITIVE_INFINITY).bytes

/** Rows that are there already. */
export async function* fixedRows(rows: readonly Buffer[]): AsyncGenerator<Buffer, number> {
  if (rows.length > 0) yield Buffer.concat(rows)
  return rows.length
}
