import { execFile } from 'node:child_process'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'

const WRITER = join(import.meta.dirname, 'plain-program-process.ts')
const SOURCES = join(import.meta.dirname, '../../../..')

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
  const known = written.get(folder)
  if (known) return known
  const writing = write(entry, folder)
  written.set(folder, writing)
  writing.catch(() => written.delete(folder))
  return writing
}

/** In a process of its own, which ends with the memory it took. */
async function write(entry: string, folder: string) {
  const args = ['--disable-warning=ExperimentalWarning', WRITER, SOURCES, relative(SOURCES, entry), folder]
  await promisify(execFile)(process.execPath, args, { env: {} })
}
