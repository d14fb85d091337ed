import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import type { Environment } from '../config/environment-reader.ts'
import { ConfigError } from '../config/environment-reader.ts'

/** A folder that is served, and where everything is kept that the service makes of it. Both are real paths. */
export type LocalPlace = { folder: string; state: string }

const OTHERS = 0o077
/** Root's PostgreSQL and sandboxes run as other users, who pass through; it lists nothing to them. */
const OTHERS_PASS = 0o711
const OWNER_ONLY = 0o700

const isRoot = () => process.geteuid?.() === 0

/** One for each folder, in the user's cache. Root's home lets no other user pass, and its PostgreSQL is one. */
export function standardState(folder: string, environment: Environment): string {
  const cache = isRoot() ? '/var/cache' : environment.XDG_CACHE_HOME || join(homedir(), '.cache')
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  return join(cache, 'bindery', `${basename(folder).replace(/[^\p{L}\p{N}._-]/gu, '_')}-${hash}`)
}

/** Made for this user alone. One that another user owns, or that others can read, is refused: it holds the data and a token. */
export function makeStateFolder(named: string): string {
  const state = resolve(named)
  const mode = isRoot() ? OTHERS_PASS : OWNER_ONLY
  mkdirSync(state, { recursive: true, mode })
  const found = lstatSync(state)
  if (!found.isDirectory()) throw new ConfigError([`${state} is not a folder. Name another one with --state.`])
  // Windows has no such owner and mode: there the folder is as private as the user's own.
  if (process.platform === 'win32') return state
  if (found.uid !== process.geteuid?.())
    throw new ConfigError([`${state} belongs to another user. Name another folder with --state.`])
  if (found.mode & OTHERS & ~mode) chmodSync(state, mode)
  return state
}

/** Undefined: there is none, or it is no JSON. */
export function readKept(state: string, name: string): unknown {
  try {
    return JSON.parse(readFileSync(join(state, name), 'utf8'))
  } catch {
    return undefined
  }
}

/** Written beside and moved there: a reader sees the one or the other. */
export function writeKept(state: string, name: string, content: unknown) {
  const beside = join(state, `${name}.${process.pid}`)
  writeFileSync(beside, JSON.stringify(content), { mode: 0o600 })
  renameSync(beside, join(state, name))
}
