import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readKept, writeKept } from './state-folder.ts'

const FOLDER = 'written'

/** Noted before the file is put there, so that it is never taken for a change that a person made. */
export function noteWritten(state: string, path: string, sha256: string) {
  mkdirSync(join(state, FOLDER), { recursive: true, mode: 0o700 })
  writeKept(join(state, FOLDER), nameOf(path), sha256)
}

/** Was it we who gave the file these bytes? */
export const isOurOwn = (state: string, path: string, sha256: string) =>
  readKept(join(state, FOLDER), nameOf(path)) === sha256

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

const nameOf = (path: string) => `${createHash('sha256').update(path).digest('hex').slice(0, 32)}.json`
