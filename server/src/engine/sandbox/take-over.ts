import { lstat, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** What a program may name: see where it makes these. */
const HANDED_FILE = /^[0-9a-f-]{36}\.(?:parquet|ndjson|part)$/

/** Files that a program names are moved out of its reach before anything opens them: a name could be a link to anything. */
export async function takeOver({ own, handed }: { own: string; handed: string }, files: readonly string[]) {
  for (const file of files) {
    if (!HANDED_FILE.test(file)) throw new Error('impossible: a program names a file that is not its own')
    const path = join(handed, file)
    await rename(join(own, file), path)
    if ((await lstat(path)).isFile()) continue
    await rm(path)
    throw new Error('impossible: a program hands over something that is no file')
  }
}
