import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { assertState } from '../errors.ts'
import type { PutBlob } from './blobs.ts'

export type MeasuredBytes = {
  /** To be read once. Leaving early destroys the source. */
  chunks: AsyncGenerator<Buffer>
  /** Of all that was read so far. */
  measure(): PutBlob
}

/** Counts and hashes bytes on their way into a store. */
export function measureBytes(bytes: Buffer | Readable): MeasuredBytes {
  const hash = createHash('sha256')
  let sizeBytes = 0

  async function* passThrough() {
    for await (const chunk of Buffer.isBuffer(bytes) ? [bytes] : unread(bytes)) {
      const buffer = toBuffer(chunk)
      hash.update(buffer)
      sizeBytes += buffer.length
      yield buffer
    }
  }
  return { chunks: passThrough(), measure: () => ({ sizeBytes, sha256: hash.copy().digest('hex') }) }
}

/** A stream already read to its end gives no bytes and no error: it would be stored as an empty object. */
function unread(stream: Readable): Readable {
  assertState(!stream.readableEnded, 'a stream to be stored has already been read')
  return stream
}

function toBuffer(chunk: unknown): Buffer {
  if (typeof chunk === 'string') return Buffer.from(chunk)
  assertState(chunk instanceof Uint8Array, 'a stream of something else than bytes was stored')
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}
