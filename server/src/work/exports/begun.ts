import { Readable } from 'node:stream'

/** A file whose first bytes are there: what fails before them can still be reported as a problem. */
export async function begun(chunks: AsyncIterable<Buffer>): Promise<Readable> {
  const iterator = chunks[Symbol.asyncIterator]()
  const first = await iterator.next()
  async function* all() {
    try {
      for (let next = first; !next.done; next = await iterator.next()) yield next.value
    } finally {
      await iterator.return?.()
    }
  }
  return Readable.from(all(), { objectMode: false })
}
