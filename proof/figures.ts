import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Figures, Proof } from './proof.ts'

/** The newest recorded run of a proof: its figures, and of which code they are. */
export type RecordedRun = {
  holds: boolean
  values: Figures
  bars: Readonly<Record<string, number>>
  control: Figures
  about: readonly string[]
  commit: string
  date: string
  seconds: number
  is_long: boolean
}

export type RecordedRuns = Readonly<Record<string, RecordedRun>>

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FILE = fileURLToPath(new URL('figures.json', import.meta.url))

export function readRecorded(file = FILE): RecordedRuns {
  // Safe: `record` alone writes it.
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RecordedRuns) : {}
}

export function writeRecorded(runs: RecordedRuns, file = FILE) {
  const sorted = Object.fromEntries(Object.entries(runs).sort(([one], [other]) => (one < other ? -1 : 1)))
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`)
}

/** Of two recorded runs of a proof the one of the later date stays. */
export function newestOf(all: readonly RecordedRuns[]): RecordedRuns {
  const newest = new Map<string, RecordedRun>()
  for (const [name, run] of all.flatMap((runs) => Object.entries(runs))) {
    const known = newest.get(name)
    if (!known || known.date < run.date) newest.set(name, run)
  }
  return Object.fromEntries(newest)
}

type Run = Pick<RecordedRun, 'holds' | 'values' | 'control' | 'seconds' | 'commit'> & { isLong: boolean }

/** Keeps the figures of a run. `commit` is what `cleanCommit` found before it began. */
export function record(name: string, { bars = {}, about }: Proof, { isLong, ...run }: Run) {
  const recorded = { ...run, bars, about, date: new Date().toISOString(), is_long: isLong }
  writeRecorded({ ...readRecorded(), [name]: recorded })
}

/** The commit whose code runs. Throws where files differ from it: their figures would be recorded as those of the commit. */
export function cleanCommit(): string {
  const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!proof/figures.json')
  if (changed !== '') throw new Error(`--record needs the files of one commit, and these are changed:\n${changed}`)
  return git('rev-parse', 'HEAD')
}

const git = (...words: string[]) => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim()
