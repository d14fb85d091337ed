import type { Readable } from 'node:stream'
import { boundedBytes } from '../../platform/bounded-bytes.ts'
import { driveFailed } from './cloud-files.errors.ts'

/** A page of files is far smaller. */
const MOST_BYTES = 8 * 1024 * 1024

/** An answer of a provider; null where it is no JSON. */
export async function readJson(body: Readable): Promise<unknown> {
  const chunks: Buffer[] = []
  const bytes = boundedBytes(body, MOST_BYTES, { tooLarge: driveFailed, brokenOff: driveFailed })
  for await (const chunk of bytes) chunks.push(chunk)
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return null
  }
}
