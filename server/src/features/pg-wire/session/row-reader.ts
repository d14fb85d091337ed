const HEADER_BYTES = 5
const NOTHING = Buffer.alloc(0)

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

  constructor(rows: AsyncGenerator<Buffer, number | undefined>) {
    this.#rows = rows
  }

  /** Up to so many rows, or all when it is 0. */
  async take(most: number, send: Send): Promise<Taken> {
    return most === 0 ? this.#takeAll(send) : this.#takeSome(most, send)
  }

  /** Nothing more is wanted. */
  async close() {
    this.#left = NOTHING
    this.#isEnded = true
    await this.#rows.return(undefined)
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
