import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const INSTALL = fileURLToPath(new URL('../../scripts/iceberg-peers', import.meta.url))
const PROGRAM = fileURLToPath(new URL('./read-tables.py', import.meta.url))
const MOST_MS = 10 * 60_000

export const OTHER_ENGINES = ['pyiceberg', 'spark', 'duckdb'] as const
export type OtherEngine = (typeof OTHER_ENGINES)[number]
export type Engine = 'bindery' | OtherEngine

export const isEngine = (name: string): name is OtherEngine => OTHER_ENGINES.some((engine) => engine === name)

/** What is to be read; `types`: those of the service, by the label of the version. */
export type Work = {
  service: string
  token: string
  workbook: string
  is_deaf: boolean
  tables: { name: string; versions: Record<string, number>; types: Record<string, string[]> }[]
}

/** A table at a version as an engine has read it, or why it did not. */
export type Answer = {
  table: string
  version: number
  columns: string[]
  types: string[]
  rows: (string | null)[][]
  /** Rows of data files that delete files name, where the engine tells. */
  struck?: number
  refused?: string
}

export const installEngines = (): string => execFileSync(INSTALL, { encoding: 'utf8' }).trim()

export async function askEngine(python: string, engine: Engine, work: Work): Promise<Answer[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-iceberg-'))
  try {
    const [asked, answered] = [join(folder, 'work.json'), join(folder, 'answers.ndjson')]
    await writeFile(asked, JSON.stringify(work))
    // PyIceberg takes the signer of a store off and puts it on again in every thread: another thread's request may go unsigned.
    const env = { ...process.env, PYICEBERG_MAX_WORKERS: '1' }
    const asking = [PROGRAM, engine, asked, answered]
    await promisify(execFile)(python, asking, { env, timeout: MOST_MS, maxBuffer: 64 * 1024 * 1024 })
    const text = await readFile(answered, 'utf8')
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  } finally {
    await rm(folder, { recursive: true })
  }
}
