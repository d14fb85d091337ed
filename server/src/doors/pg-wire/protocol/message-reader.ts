import { protocolViolation } from './wire-error.ts'

/** A message with its letter; of the first ones of a connection, which have none, `letter` is empty. */
export type Message = { letter: string; body: Buffer }

const LENGTH_BYTES = 4
/** Names, settings and a password. */
const MOST_FIRST_BYTES = 10_000
/** A text of 100,000 characters with 1,000 parameters fits, as far as a body over HTTP may carry them, which is 1 MB. */
export const MOST_MESSAGE_BYTES = 2 * 1024 * 1024

/** Puts messages together from what arrives in pieces. */
export class MessageReader {
  #pieces: Buffer[] = []
  #bytes = 0
  /** The first messages of a connection have no letter. */
  isBegun = false
  /** Until its password is right, a client has nothing long to say. */
  isLetIn = false

  get waitingBytes(): number {
    return this.#bytes
  }

  add(piece: Buffer) {
    this.#pieces.push(piece)
    this.#bytes += piece.length
  }

  /** The next message, if all of it is there. */
  next(): Message | undefined {
    const before = this.isBegun ? 1 : 0
    if (this.#bytes < before + LENGTH_BYTES) return undefined
    const head = this.#peek(before + LENGTH_BYTES)
    const length = head.readInt32BE(before)
    const most = this.isLetIn ? MOST_MESSAGE_BYTES : MOST_FIRST_BYTES
    if (length < LENGTH_BYTES || length > most) throw protocolViolation('invalid message length')
    if (this.#bytes < before + length) return undefined
    const whole = this.#take(before + length)
    return { letter: this.isBegun ? whole.toString('latin1', 0, 1) : '', body: whole.subarray(before + LENGTH_BYTES) }
  }

  /** All that is left, for a connection that goes on in another form. */
  rest(): Buffer {
    return this.#take(this.#bytes)
  }

  #peek(count: number): Buffer {
    const first = this.#pieces[0]
    if (first && first.length >= count) return first
    const whole = Buffer.concat(this.#pieces)
    this.#pieces = [whole]
    return whole
  }

  #take(count: number): Buffer {
    const whole = this.#peek(count)
    const taken = whole.subarray(0, count)
    this.#pieces.shift()
    if (whole.length > count) this.#pieces.unshift(whole.subarray(count))
    this.#bytes -= count
    return taken
  }
}
