import type { Socket } from 'node:net'

/**
 * How the node and an engine process talk: each frame is two lengths of four bytes, a JSON header and a payload of
 * bytes. A socket between them, never stdout: SQL can write there.
 */
export type Frame = {
  header: unknown
  /** In the pieces in which it came: to join them would copy what is sent on as it is. */
  payload: readonly Buffer[]
}

const LENGTHS = 8
const NOTHING = Buffer.alloc(0)
/** Beyond this the other side is not one of ours. */
const MAX_BYTES = 512 * 1024 * 1024
/** A larger payload is not copied behind its header. */
const LITTLE_BYTES = 16 * 1024

export function writeFrame(to: Pick<Socket, 'write'>, header: unknown, payload: Buffer = NOTHING) {
  const text = Buffer.from(JSON.stringify(header))
  const lengths = Buffer.alloc(LENGTHS)
  lengths.writeUInt32LE(text.length, 0)
  lengths.writeUInt32LE(payload.length, 4)
  const isLittle = payload.length <= LITTLE_BYTES
  to.write(Buffer.concat(isLittle ? [lengths, text, payload] : [lengths, text]))
  if (!isLittle) to.write(payload)
}

/** Puts pieces of a stream together again. Throws on what cannot be a frame. */
export class FrameReader {
  /** Not read yet. */
  #pieces: Buffer[] = []
  #bytes = 0
  /** Of the frame whose lengths were read, and whose rest may still be under way. */
  #coming: { header: number; payload: number } | null = null

  read(piece: Buffer): Frame[] {
    const frames: Frame[] = []
    this.#pieces.push(piece)
    this.#bytes += piece.length
    for (;;) {
      if (!this.#coming && this.#bytes >= LENGTHS) this.#coming = lengthsIn(joined(this.#take(LENGTHS)))
      if (!this.#coming || this.#bytes < this.#coming.header + this.#coming.payload) return frames
      const { header, payload } = this.#coming
      this.#coming = null
      frames.push({ header: JSON.parse(joined(this.#take(header)).toString()), payload: this.#take(payload) })
    }
  }

  /** So many bytes that have come, from the first on. */
  #take(count: number): Buffer[] {
    const taken: Buffer[] = []
    this.#bytes -= count
    for (let left = count; left > 0; ) {
      const first = this.#pieces.shift() ?? NOTHING
      taken.push(first.subarray(0, left))
      if (first.length > left) this.#pieces.unshift(first.subarray(left))
      left -= Math.min(left, first.length)
    }
    return taken
  }
}

function lengthsIn(bytes: Buffer) {
  const lengths = { header: bytes.readUInt32LE(0), payload: bytes.readUInt32LE(4) }
  const all = lengths.header + lengths.payload
  if (all > MAX_BYTES) throw new Error(`a frame of ${all} bytes`)
  return lengths
}

const joined = (pieces: readonly Buffer[]): Buffer =>
  pieces.length === 1 ? (pieces[0] ?? NOTHING) : Buffer.concat(pieces)

/** Lets one piece of work run after the other, in the order they came. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work)
    this.#last = turn.catch(() => {})
    return turn
  }
}
