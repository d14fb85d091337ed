import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { newId } from '../../platform/ids.ts'

const SOURCES = join(import.meta.dirname, '../../../..')
const BUNDLER = join(SOURCES, 'tools/bundle-program.ts')
const SOURCE_FOLDERS = ['server/src', 'spreadsheet/src']
/** Only who may change the sources may write here. */
const KEPT = join(SOURCES, 'node_modules/.cache/bindery-programs')
/** Each change of a source leaves a set of programs behind. */
const MOST_KEPT = 20
const MOST_BYTES = 64 * 1024 * 1024

/** By entry, of a service that runs from its sources. */
const bundled = new Map<string, Promise<string>>()
const written = new Map<string, Promise<void>>()

/**
 * A process that finds three hundred files and strips their types takes twice the time to start. So a program is made one
 * script, once for all that run it. Resolves with a folder that holds it at its place: in a packed service that is the package.
 */
export async function bundledProgram(entry: string, folder: string): Promise<string> {
  if (entry.endsWith('.js')) return SOURCES
  await writeBundledProgram(entry, folder)
  return folder
}

export function writeBundledProgram(entry: string, folder: string): Promise<void> {
  return once(written, join(folder, entry), async () => write(await bundledFile(entry), join(folder, placeOf(entry))))
}

/** The file to start where the program runs outside a sandbox: it finds its packages beside it. */
export function bundledFile(entry: string): Promise<string> {
  if (entry.endsWith('.js')) return Promise.resolve(join(SOURCES, placeOf(entry)))
  return once(bundled, entry, () => bundle(entry))
}

/** Where the script of a program is, below the sources or the package. */
export const placeOf = (entry: string) => relative(SOURCES, entry).replace(/\.[jt]s$/, '.cjs')

/** Bundled by a process of its own, which ends with the memory it took; kept until a source changes. */
async function bundle(entry: string): Promise<string> {
  const kept = join(KEPT, stateOfSources(), placeOf(entry))
  if (existsSync(kept)) return kept
  const args = ['--disable-warning=ExperimentalWarning', BUNDLER, entry]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: {}, maxBuffer: MOST_BYTES })
  // Others may bundle it at the same time, and read it when it is there.
  const unfinished = `${kept}.${newId()}`
  mkdirSync(dirname(kept), { recursive: true })
  writeFileSync(unfinished, stdout)
  renameSync(unfinished, kept)
  forgetOldest()
  return kept
}

function forgetOldest() {
  const states = readdirSync(KEPT).map((state) => ({
    path: join(KEPT, state),
    since: statSync(join(KEPT, state)).mtimeMs,
  }))
  states.sort((one, other) => other.since - one.since)
  for (const { path } of states.slice(MOST_KEPT)) rmSync(path, { recursive: true, force: true })
}

/** Differs after every change of a source, and of the bundler. */
function stateOfSources(): string {
  const hash = createHash('sha256')
  const add = (path: string) => {
    const { mtimeMs, size } = statSync(path)
    hash.update(`${path} ${mtimeMs} ${size}\n`)
  }
  add(BUNDLER)
  for (const folder of SOURCE_FOLDERS)
    for (const file of readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' }).sort())
      add(join(SOURCES, folder, file))
  return hash.digest('hex').slice(0, 32)
}

function write(from: string, to: string) {
  // The sandbox's user reads what we write. Nothing else runs before the mask is as it was.
  const mask = process.umask(0o022)
  try {
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, readFileSync(from))
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
