import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newestOf, type RecordedRun, type RecordedRuns, readRecorded, writeRecorded } from '../proof/figures.ts'

/**
 * node tools/check-figures.ts: the figures that Markdown states must be those that were recorded, of code as it is.
 * node tools/check-figures.ts --merge FILE…: keeps of each proof the newest run that proof/figures.json and these files have.
 * node tools/check-figures.ts --write: writes the recorded figures into the pages that state them.
 * A figure is stated so: `<!-- figure:merge.cases -->20,250<!-- end -->`; `:1` after the field rounds it to one decimal.
 */
const ROOT = join(import.meta.dirname, '..')
/** In README a figure may be so much older than the newest commit to the code it is about. Elsewhere older ones are listed. */
const OLDEST_DAYS = 7
const FRONT = ['README.md', 'README.ja.md']
const DAY_MS = 86_400_000

type Stated = { file: string; line: number; proof: string; field: string; digits: number | null; text: string }
export type Finding = { where: string; what: string; isFault: boolean }

/** Not within backticks, where a page explains the mark. */
const MARK = /(?<!`)<!-- figure:([\w-]+)\.([\w.]+)(?::(\d))? -->(.*?)<!-- end -->/g

/** The figures that a page states. */
export function statedIn(file: string, text: string): Stated[] {
  return text.split('\n').flatMap((line, n) =>
    [...line.matchAll(MARK)].map(([, proof = '', field = '', digits, shown = '']) => ({
      file,
      line: n + 1,
      proof,
      field,
      digits: digits === undefined ? null : Number(digits),
      text: shown.replaceAll('*', ''),
    })),
  )
}

/** The days between a recorded run and the newest commit to what it is about; null: the history is not here. */
export type DaysBehind = (run: RecordedRun) => number | null

/** Figures that are others than recorded, or that no run has recorded, and recorded ones that are older than their code. */
export function judgeFigures(stated: readonly Stated[], runs: RecordedRuns, daysBehind: DaysBehind): Finding[] {
  const found = stated.flatMap((figure) => wrongIn(figure, runs))
  const front = new Set(stated.filter(({ file }) => FRONT.includes(file)).map(({ proof }) => proof))
  const old = Object.entries(runs).flatMap(([name, run]): Finding[] => {
    const days = daysBehind(run)
    if (days === null || days <= OLDEST_DAYS) return []
    const what = `is of ${run.date.slice(0, 10)}, and its code changed ${Math.floor(days)} days after it: record it again`
    return [{ where: name, what, isFault: front.has(name) }]
  })
  return [...found, ...old]
}

function wrongIn({ file, line, proof, field, digits, text }: Stated, runs: RecordedRuns): Finding[] {
  const where = `${file}:${line}`
  const run = runs[proof]
  if (!run) return [{ where, what: `${proof}.${field}: not recorded`, isFault: false }]
  const value = figureIn(run, field)
  if (value === undefined) return [{ where, what: `${proof} has no figure called ${field}`, isFault: true }]
  const due = spelled(value, digits)
  const wrong = text === due ? [] : [{ where, what: `${proof}.${field} is ${due}, not ${text}`, isFault: true }]
  const broken = run.holds ? [] : [{ where, what: `${proof} did not hold when it was recorded`, isFault: true }]
  return [...wrong, ...broken]
}

/** `ours.right` is within `ours`; `seconds` is what the whole run took, where no figure is called so. */
function figureIn({ values, seconds }: RecordedRun, field: string): unknown {
  const found = field.split('.').reduce<unknown>((within, part) => {
    const isInside = typeof within === 'object' && within !== null && Object.hasOwn(within, part)
    // Safe: it was just looked at.
    return isInside ? (within as Readonly<Record<string, unknown>>)[part] : undefined
  }, values)
  return found === undefined && field === 'seconds' ? seconds : found
}

/** The page with the recorded figures in the place of those that it states. */
export const withRecorded = (text: string, runs: RecordedRuns): string =>
  text.replaceAll(MARK, (whole, proof: string, field: string, digits: string | undefined, shown: string) => {
    const run = runs[proof]
    const value = run && figureIn(run, field)
    if (value === undefined) return whole
    const mark = digits === undefined ? `${proof}.${field}` : `${proof}.${field}:${digits}`
    const due = spelled(value, digits === undefined ? null : Number(digits))
    return `<!-- figure:${mark} -->${shown.startsWith('**') ? `**${due}**` : due}<!-- end -->`
  })

function spelled(value: unknown, digits: number | null): string {
  if (typeof value !== 'number') return String(value)
  return digits === null ? value.toLocaleString('en-US', { maximumFractionDigits: 20 }) : value.toFixed(digits)
}

const git = (...words: string[]) => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim()

function daysBehindHead({ about, date }: RecordedRun): number {
  const newest = git('log', '-1', '--format=%cI', '--', ...about)
  return (Date.parse(newest) - Date.parse(date)) / DAY_MS
}

const hasHistory = () => git('rev-parse', '--is-shallow-repository') === 'false'

function listNotRecorded(runs: RecordedRuns): string[] {
  const names = ['proof', 'bench'].flatMap((room) => readdirSync(join(ROOT, room)))
  return names.flatMap((file) => /^(.*)\.proof\.ts$/.exec(file)?.[1] ?? []).filter((name) => !runs[name])
}

const listPages = () => git('ls-files', '*.md').split('\n')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

function write() {
  const runs = readRecorded()
  for (const file of listPages()) {
    const text = read(file)
    const written = withRecorded(text, runs)
    if (written !== text) writeFileSync(join(ROOT, file), written)
  }
}

function check(): boolean {
  const runs = readRecorded()
  const stated = listPages().flatMap((file) => statedIn(file, read(file)))
  const isAged = hasHistory()
  const findings = judgeFigures(stated, runs, isAged ? daysBehindHead : () => null)
  for (const { where, what, isFault } of findings) console.log(`${isFault ? 'wrong' : 'note'}: ${where}: ${what}`)
  console.log(`not recorded: ${listNotRecorded(runs).join(' ')}`)
  console.log(
    isAged
      ? `${stated.length} figures stated, ${Object.keys(runs).length} proofs recorded`
      : 'this clone is shallow: how old the recorded figures are was not judged (nightly.yml does it)',
  )
  return !findings.some(({ isFault }) => isFault)
}

if (import.meta.main) {
  const [mode, ...files] = process.argv.slice(2)
  if (mode === '--merge') writeRecorded(newestOf([readRecorded(), ...files.map((file) => readRecorded(file))]))
  else if (mode === '--write') write()
  else process.exitCode = check() ? 0 : 1
}
