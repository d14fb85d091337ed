/**
 * How the node and an engine process talk: each frame is two lengths of four bytes, a JSON header and a payload of
 * bytes. A socket between them, never stdout: SQL can write there.
 */
export type Frame = { header: unknown; payload: Buffer }

const LENGTHS = 8
const NOTHING = Buffer.alloc(0)
/** Beyond this the other side is not one of ours. */
const MAX_BYTES = 512 * 1024 * 1024

export function encodeFrame(header: unknown, payload: Buffer = NOTHING): Buffer {
  const text = Buffer.from(JSON.stringify(header))
  const lengths = Buffer.alloc(LENGTHS)
  lengths.writeUInt32LE(text.length, 0)
  lengths.writeUInt32LE(payload.length, 4)
  return Buffer.concat([lengths, text, payload])
}

/** Puts pieces of a stream together again. Throws on what cannot be a frame. */
export class FrameReader {
  #pieces: Buffer[] = []
  #bytes = 0
  #wanted = LENGTHS

  read(piece: Buffer): Frame[] {
    const frames: Frame[] = []
    this.#pieces.push(piece)
    this.#bytes += piece.length
    while (this.#bytes >= this.#wanted) {
      const all = this.#pieces.length === 1 ? (this.#pieces[0] ?? NOTHING) : Buffer.concat(this.#pieces)
      const headerEnd = LENGTHS + all.readUInt32LE(0)
      const end = headerEnd + all.readUInt32LE(4)
      if (end > MAX_BYTES) throw new Error(`a frame of ${end} bytes`)
      this.#pieces = [all]
      this.#wanted = end
      if (all.length < end) break
      this.#keep(all.subarray(end))
      frames.push({
        header: JSON.parse(all.toString('utf8', LENGTHS, headerEnd)),
        payload: all.subarray(headerEnd, end),
      })
    }
    return frames
  }

  #keep(rest: Buffer) {
    this.#pieces = rest.length > 0 ? [rest] : []
    this.#bytes = rest.length
    this.#wanted = LENGTHS
  }
}
