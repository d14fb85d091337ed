import { Readable } from 'node:stream'

/** Bytes that are no longer needed. What their sender says to that is of no interest; unheard it would end the process. */
export function leaveBytes(bytes: Readable) {
  bytes.on('error', () => {}).destroy()
}

/** What is thrown when there is more than was allowed, or when what sends it breaks off. */
export type BoundErrors = { tooLarge: () => Error; brokenOff: () => Error }

/** The same bytes, as long as there are not too many: what is too large is known before all of it has come. */
export function boundedBytes(bytes: Readable, maxBytes: number, { tooLarge, brokenOff }: BoundErrors): Readable {
  async function* counted() {
    let count = 0
    try {
      for await (const chunk of bytes) {
        count += chunk.length
        if (count > maxBytes) break
        yield chunk
      }
    } catch {
      throw brokenOff()
    }
    if (count > maxBytes) throw tooLarge()
  }
  return Readable.from(counted(), { objectMode: false })
}
