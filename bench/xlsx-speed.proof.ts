import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { median, rounded } from '../proof/lib/figures.ts'
import { makeSpreadsheet, type SHAPES } from '../proof/lib/spreadsheet-files.ts'
import type { Figures, Proof, ProofOptions } from '../proof/proof.ts'
import { LOADER_FLAGS } from '../server/src/engine/loader/loader-process-handle.ts'

const BARS = { ratio_to_inflate: 5, ratio_to_calamine: 1, ratio_to_sheetjs: 0.15, peak_mb: 512 }
const FOLDER = join(import.meta.dirname, 'xlsx-speed')
const PEERS = join(import.meta.dirname, '../scripts/spreadsheet-peers')
/** SheetJS takes gigabytes for the largest file. */
const ROOMY = ['--max-old-space-size=12000']
const ROUNDS = 3

type Shape = keyof typeof SHAPES
type Took = { seen: number; cpu_s: number; wall_s: number; peak_mb: number }
type Way = 'loader' | 'inflate' | 'sheetjs' | 'calamine' | 'fastexcel' | 'polars' | 'openpyxl'

/** A workbook into a DuckDB table, beside what others take for reading alone. CPU seconds, each in a process of its own. */
export const proof: Proof = {
  promise:
    'A large workbook is read into a table for little more than it takes to unpack it, and faster than others read it',
  isQuick: false,
  minutes: 8,
  about: ['spreadsheet/src/xlsx', 'server/src/engine/loader-program'],
  measure: ({ isLong, say }) => inFolder((folder) => compareAll(folder, isLong, say)),
  // SheetJS in the place of our reader.
  control: ({ say }) => inFolder(async (folder) => (await compare(folder, 'b', { ours: 'sheetjs' }, say)).figures),
  holds: (figures) =>
    Object.entries(BARS).every(([name, bar]) => {
      const figure = Number(figures[name])
      return Number.isFinite(figure) && figure <= bar
    }),
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-xlsx-speed-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The largest file is judged; the others are reported. Readers that take minutes for it are asked with `--long` only. */
async function compareAll(folder: string, isLong: boolean, say: ProofOptions['say']): Promise<Figures> {
  const b = await compare(folder, 'b', { others: ['fastexcel', 'polars', 'openpyxl'] }, say)
  const c = await compare(folder, 'c', { others: ['fastexcel', 'polars', 'openpyxl'] }, say)
  const a = await compare(folder, 'a', { others: isLong ? ['fastexcel', 'polars', 'openpyxl'] : ['fastexcel'] }, say)
  return { ...a.figures, a: a.cpuSeconds, b: b.cpuSeconds, c: c.cpuSeconds }
}

type Comparison = { ours?: Way; others?: readonly Way[] }

async function compare(
  folder: string,
  shape: Shape,
  { ours = 'loader', others = [] }: Comparison,
  say: ProofOptions['say'],
) {
  const path = join(folder, `${shape}.xlsx`)
  const { rows } = await makeSpreadsheet(shape, path)
  const took = new Map<string, Took[]>()
  const ask = async (way: Way) => {
    const found = await run(way, path, folder)
    took.set(way, [...(took.get(way) ?? []), found])
    say(`${shape} ${way}: ${rounded(found.cpu_s)} CPU s, ${rounded(found.wall_s)} s, ${Math.round(found.peak_mb)} MB`)
  }
  // In turns, so that a busy moment of the machine meets all of them.
  for (let round = 0; round < ROUNDS; round++) for (const way of [ours, 'inflate', 'calamine'] as const) await ask(way)
  for (const way of ['sheetjs', ...others] as const) await ask(way)
  refuseIfLost(took, rows)
  await rm(path)
  const cpuOf = (way: Way) => median((took.get(way) ?? []).map(({ cpu_s }) => cpu_s))
  const figures = {
    ratio_to_inflate: rounded(cpuOf(ours) / cpuOf('inflate')),
    ratio_to_calamine: rounded(cpuOf(ours) / cpuOf('calamine')),
    ratio_to_sheetjs: rounded(cpuOf(ours) / cpuOf('sheetjs')),
    peak_mb: Math.max(...(took.get(ours) ?? []).map(({ peak_mb }) => Math.round(peak_mb))),
  }
  const cpuSeconds = Object.fromEntries([...took.keys()].map((way) => [way, rounded(cpuOf(way as Way))]))
  return { figures, cpuSeconds }
}

/** A reader that skips rows would win. Some count the header as a row. */
function refuseIfLost(took: ReadonlyMap<string, readonly Took[]>, rows: number) {
  for (const [way, [first]] of took) {
    const isWhole = way === 'inflate' || Math.abs((first?.seen ?? 0) - rows) <= 1
    if (!isWhole) throw new Error(`${way} saw ${first?.seen} rows of ${rows}`)
  }
}

async function run(way: Way, path: string, folder: string): Promise<Took> {
  const isOurs = way === 'loader' || way === 'inflate' || way === 'sheetjs'
  const flags = way === 'sheetjs' ? ROOMY : LOADER_FLAGS
  const command: readonly string[] = isOurs
    ? [process.execPath, ...flags, join(FOLDER, 'contestant.ts'), way, path, folder]
    : [peerPython(), join(FOLDER, 'contestant.py'), way, path]
  const [program = '', ...args] = command
  const { stdout } = await promisify(execFile)(program, args)
  // Safe: our own programs, which print this line alone.
  return JSON.parse(stdout) as Took
}

let python: string | undefined

function peerPython(): string {
  python ??= execFileSync(PEERS, { encoding: 'utf8' }).trim()
  return python
}
