import { createHash } from 'node:crypto'
import type { ZipEntry } from '@bindery/spreadsheet/write/zip/zip-stream.ts'
import type { BundlePart } from './bundle.ts'

/** An entry of the zip file; once it is written, the part it was. */
export type PartEntry = { entry: ZipEntry; part: () => BundlePart }

/** Chunks that are hashed as they pass. */
export function measured(chunks: AsyncIterable<Buffer>) {
  const hash = createHash('sha256')
  let sizeBytes = 0
  async function* passing() {
    for await (const chunk of chunks) {
      hash.update(chunk)
      sizeBytes += chunk.length
      yield chunk
    }
  }
  return { chunks: passing(), told: () => ({ size_bytes: sizeBytes, sha256: hash.digest('hex') }) }
}
