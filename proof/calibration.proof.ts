import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { confidenceBefore } from './calibration/confidence-before.ts'
import { type SaidTable, tenthsOf } from './calibration/tenths-of.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

/**
 * npm run -s proof calibration -- [--sheets 4000] [--pack DIR …] [--scorer FILE]
 * Sheets whose truth is known, and files of packs where some are given: their tables are judged, and what is said of each comes from
 * trees that were trained without any sheet of its shape and without its file.
 */
const { values: asked } = parseArgs({
  args: process.argv.slice(3),
  strict: false,
  options: {
    sheets: { type: 'string' },
    pack: { type: 'string', multiple: true },
    scorer: { type: 'string' },
  },
})

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SCORER = resolve(ROOT, '../shared/bench/score_realistic.py')
const folder = mkdtempSync(join(tmpdir(), 'bindery-calibration-'))

const MOST_APART = 0.05
const WIDEST_GAP = 0.08
const MOST_WRONG_AND_SURE = 0.03

export const proof: Proof = {
  promise: 'Of tables that are said to be right with some confidence, so many are right',
  isQuick: false,
  minutes: 2,
  about: ['spreadsheet/src/structure'],
  measure: async (options) => {
    makeRows(options)
    return figuresOf(readLines(`${folder}/said.jsonl`), options)
  },
  // The confidence as it was before it was learned: box and header, lowered by constants.
  control: async (options) => {
    const before = readLines(`${folder}/rows.jsonl`).map((row) => ({ ...row, said: confidenceBefore(row.features) }))
    return figuresOf(before, options)
  },
  holds: (figures) =>
    Number(figures.ece) <= MOST_APART &&
    Number(figures.max_gap) <= WIDEST_GAP &&
    Number(figures['wrong_with_0.9_or_more']) <= MOST_WRONG_AND_SURE,
}

function makeRows({ isLong, say }: ProofOptions) {
  const sheets = typeof asked.sheets === 'string' ? asked.sheets : isLong ? '20000' : '4000'
  const packs = [asked.pack].flat().flatMap((pack) => (typeof pack === 'string' ? ['--pack', resolve(pack)] : []))
  const scorer = typeof asked.scorer === 'string' ? resolve(asked.scorer) : SCORER
  const program = `${ROOT}tools/train-structuring/confidence-rows.ts`
  const quiet = ['--disable-warning=ExperimentalWarning', program, `${folder}/rows.jsonl`]
  execFileSync(process.execPath, [...quiet, '--sheets', sheets, '--scorer', scorer, ...packs], { stdio: 'inherit' })
  const python = execFileSync(`${ROOT}scripts/lightgbm`, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  const train = [`${ROOT}tools/train-structuring/train.py`, `${folder}/rows.jsonl`, `${folder}/unused.json`]
  const printed = execFileSync(python.trim(), [...train, '--out-of-fold', `${folder}/said.jsonl`], { encoding: 'utf8' })
  say(printed.trimEnd())
}

type Row = SaidTable & { features: Readonly<Record<string, number>> }

const readLines = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    // Safe: the two programs above write each line so.
    .map((line) => JSON.parse(line) as Row)

function figuresOf(tables: readonly SaidTable[], { say }: ProofOptions): Figures {
  const tenths = tenthsOf(tables)
  for (const { from, count, said, right } of tenths)
    say(`${from.toFixed(1)}: ${count} tables, said ${said.toFixed(3)}, right ${right.toFixed(3)}`)
  const apart = tenths.reduce((sum, { said, right, count }) => sum + Math.abs(said - right) * count, 0) / tables.length
  const gaps = tenths.filter(({ count }) => count >= LEAST_TABLES).map(({ said, right }) => Math.abs(said - right))
  const cases = [...Map.groupBy(tables, ({ id }) => id.slice(0, id.lastIndexOf('/'))).values()]
  const sure = cases.filter((its) => its.every(({ said }) => said >= 0.9))
  const wrong = sure.filter((its) => its.some(({ verdict }) => verdict === 'wrong'))
  return {
    tables: tables.length,
    cases: cases.length,
    ece: rounded(apart),
    max_gap: rounded(Math.max(0, ...gaps)),
    'wrong_with_0.9_or_more': rounded(wrong.length / cases.length),
    sure: rounded(sure.length / cases.length),
  }
}

/** A tenth of fewer tables says nothing. */
const LEAST_TABLES = 200

const rounded = (share: number) => Number(share.toFixed(4))
