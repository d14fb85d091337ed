import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** What a login leaves behind, in a file that no other user can read. */
export type Kept = { url?: string; token?: string; workbook?: string }

export type Profile = Kept & { file: string; keep: (kept: Kept) => Promise<void>; forget: () => Promise<void> }

type Environment = Readonly<Record<string, string | undefined>>

/** The kept file, with the environment before it. */
export async function readProfile(environment: Environment): Promise<Profile> {
  const folder = environment.XDG_CONFIG_HOME || join(homedir(), '.config')
  const file = environment.BINDERY_CONFIG || join(folder, 'bindery', 'config.json')
  const kept = await readKept(file)
  const stored = {
    url: environment.BINDERY_URL || kept.url,
    token: environment.BINDERY_TOKEN || kept.token,
    workbook: environment.BINDERY_WORKBOOK || kept.workbook,
  }
  return {
    ...Object.fromEntries(Object.entries(stored).filter(([, value]) => value)),
    file,
    keep: async (more) => writeKept(file, { ...(await readKept(file)), ...more }),
    forget: () => rm(file, { force: true }),
  }
}

async function readKept(file: string): Promise<Kept> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

/** Written beside and moved there: a reader meanwhile sees the one or the other. */
async function writeKept(file: string, kept: Kept) {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const beside = `${file}.${process.pid}`
  await writeFile(beside, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 })
  await rename(beside, file)
}
