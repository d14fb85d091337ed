import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'

const STRIPPER = join(import.meta.dirname, 'plain-program-process.ts')
const SOURCES = join(import.meta.dirname, '../../../..')
const MOST_BYTES = 64 * 1024 * 1024

/** Where a file of the program is below its folder, and its text. */
export type PlainFile = [place: string, text: string]

/** By entry. Two megabytes at most, and only where the service runs from its sources. */
const stripped = new Map<string, Promise<readonly PlainFile[]>>()
const written = new Map<string, Promise<void>>()

/**
 * A process that strips the types of its own program takes 20 MB and 150 ms more. So it is done once, for all that run
 * it. Resolves with a folder that holds the program, and what it imports, as JavaScript: in a packed service that is the package.
 */
export async function plainProgram(entry: string, folder: string): Promise<string> {
  if (entry.endsWith('.js')) return SOURCES
  await writePlainProgram(entry, folder)
  return folder
}

export function writePlainProgram(entry: string, folder: string): Promise<void> {
  return once(written, folder, async () => write(await once(stripped, entry, () => strip(entry)), folder))
}

/** In a process of its own, which ends with the memory it took. */
async function strip(entry: string): Promise<readonly PlainFile[]> {
  const args = ['--disable-warning=ExperimentalWarning', STRIPPER, SOURCES, relative(SOURCES, entry)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: {}, maxBuffer: MOST_BYTES })
  // Safe: that program is ours, and prints this.
  return JSON.parse(stdout) as PlainFile[]
}

function write(files: readonly PlainFile[], folder: string) {
  // The sandbox's user reads what we write. Nothing else runs before the mask is as it was.
  const mask = process.umask(0o022)
  try {
    for (const place of new Set(files.map(([place]) => dirname(place))))
      mkdirSync(join(folder, place), { recursive: true })
    for (const [place, text] of files) writeFileSync(join(folder, place), text)
  } finally {
    process.umask(mask)
  }
}

/** What fails is tried again by the next caller. */
function once<T>(known: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const begun = known.get(key)
  if (begun) return begun
  const working = work()
  known.set(key, working)
  working.catch(() => known.delete(key))
  return working
}
