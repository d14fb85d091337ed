import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { ablate, leaveOneOut } from './structuring/ablate.ts'
import { type CasePack, linkPack, openPack } from './structuring/case-pack.ts'
import { listFailing } from './structuring/list-failing.ts'
import { figuresOf, missedBars } from './structuring/metrics.ts'
import { learnedTouches, predictOutOfFold } from './structuring/out-of-fold.ts'
import type { CaseReport } from './structuring/predict-cases.ts'
import { predictPack } from './structuring/predict-pack.ts'
import type { Prediction } from './structuring/prediction.ts'
import { runScorer } from './structuring/run-scorer.ts'
import { scoreSums } from './structuring/score-sums.ts'
import { figuresByShape, figuresOfAsking } from './structuring/shapes-left-out.ts'

/**
 * npm run -s proof structuring -- [--pack DIR] [--only enron-tables,fuste] [--every 3] [--jobs 2] [--failing header_fuste]
 * `--ablate` switches off each rule in turn (`--rules roles/`: those of a step), `--leave-one-out` chooses each threshold
 * without the data set it is tried on: both take as many runs as there are rules and values, so that they want `--every`.
 * A pack holds sheets with their truth; the predictions stay in a folder whose path is printed. Keys that begin with `oof_` are figures of what
 * was not looked at: a data set by thresholds that the others would have chosen, and shapes of sheets by trees that have seen none of them.
 * `--in-sample` leaves them out.
 */
export const proof: Proof = {
  promise: 'The sheets people really make become tables: regions, headers, totals, hierarchies and relations are found',
  isQuick: false,
  minutes: 30,
  about: ['spreadsheet/src/structure'],
  measure,
  control,
  holds: ({ missed }) => Array.isArray(missed) && missed.length === 0,
}

const { values: asked } = parseArgs({
  args: process.argv.slice(3),
  strict: false,
  options: {
    pack: { type: 'string' },
    scorer: { type: 'string' },
    only: { type: 'string' },
    every: { type: 'string' },
    jobs: { type: 'string' },
    failing: { type: 'string' },
    ablate: { type: 'boolean' },
    rules: { type: 'string' },
    'leave-one-out': { type: 'boolean' },
    'in-sample': { type: 'boolean' },
  },
})

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
const countOf = (value: unknown) => Math.max(1, Number(textOf(value) ?? 1))
const scorer = textOf(asked.scorer)
const isWhole = asked.only === undefined

const folder = mkdtempSync(join(tmpdir(), 'bindery-structuring-'))
const linked = `${folder}/pack`

async function measure({ say }: ProofOptions): Promise<Figures> {
  const pack = openPack({
    folder: textOf(asked.pack),
    only: textOf(asked.only)?.split(','),
    every: countOf(asked.every),
  })
  linkPack(pack, linked)
  const reports = await predictPack(pack, `${folder}/predictions`, countOf(asked.jobs))
  for (const { id, error } of reports) if (error) say(`${id}: ${error}`)
  say(`predictions: ${folder}/predictions`)
  const scores = await runScorer(linked, `${folder}/predictions`, scorer)
  const sums = await scoreSums(pack, `${folder}/predictions`, `${folder}/sums`, scorer)
  const figures = { ...figuresOf(scores), ...sums, SS_parts: scores.SS, ...costOf(reports) }
  const failing = textOf(asked.failing)
  const ablation = {
    folder: `${folder}/ablation`,
    jobs: countOf(asked.jobs),
    scorer,
    named: textOf(asked.rules) ?? '',
    say,
  }
  const oof = asked['in-sample'] ? {} : await outOfFold(pack, say)
  if (failing) for (const line of await listFailing(linked, `${folder}/predictions`, failing, scorer)) say(line)
  return {
    ...figures,
    ...(asked.ablate ? { without: await ablate(pack, ablation) } : {}),
    ...(asked['leave-one-out'] ? { left_out: await leaveOneOut(pack, ablation) } : {}),
    ...oof,
    missed: [...missedBars(figures, isWhole), ...missedOutOfFold(oof)],
  }
}

/** Sheets that are generated for the figures by shape. */
const SHEETS = 2_000

/** What the same figures are for cases that were not looked at, as far as that can be known. */
async function outOfFold(pack: CasePack, say: ProofOptions['say']): Promise<Figures> {
  const jobs = countOf(asked.jobs)
  const predictions = `${folder}/predictions`
  const touched = await learnedTouches(pack, { predictions, into: `${folder}/turned-around`, jobs })
  const shapes = { ...figuresByShape(SHEETS), ...figuresOfAsking(say) }
  if (touched.length > 0) return { learned_touches: touched, ...shapes }
  const into = `${folder}/out-of-fold`
  const others = await predictOutOfFold(pack, { predictions, into, jobs })
  say(`the others would have chosen other thresholds than ours without ${others.join(', ') || 'any of the data sets'}`)
  const scores = figuresOf(await runScorer(linked, into, scorer))
  const sums = await scoreSums(pack, into, `${folder}/out-of-fold-sums`, scorer)
  const named = Object.entries({ ...scores, ...sums }).map(([name, figure]) => [`oof_${name}`, figure] as const)
  return { learned_touches: [], ...shapes, ...Object.fromEntries(named) }
}

/** Figures of the pack are none of unseen cases where what was learned has a part in them. */
const missedOutOfFold = ({ learned_touches: touched, oof_stale: isStale }: Figures) => [
  ...(Array.isArray(touched) && touched.length > 0 ? [`oof: what was learned changes ${touched.length} cases`] : []),
  ...(isStale === true ? ['oof: the stored figures are of other trees'] : []),
]

/** The same predictions with every header one row lower, for the data sets whose truth knows headers. */
async function control(): Promise<Figures> {
  const pack = openPack({ folder: linked, only: ['gen-reports', 'fuste', 'troy200'] })
  if (pack.cases.length === 0) return { missed: ['no case of this run knows headers'] }
  linkPack(pack, `${folder}/control-pack`)
  shiftHeaders(pack)
  const figures = figuresOf(await runScorer(`${folder}/control-pack`, `${folder}/control`, scorer))
  return { ...figures, missed: missedBars(figures, false) }
}

function costOf(reports: readonly CaseReport[]): Figures {
  const cells = reports.reduce((sum, report) => sum + report.cells, 0)
  const cpuSeconds = reports.reduce((sum, report) => sum + report.cpuSeconds, 0)
  return {
    cases: reports.length,
    crashes: reports.filter(({ error }) => error !== null).length,
    cells,
    s_per_10k_cells: Number(((cpuSeconds / Math.max(1, cells)) * 10_000).toFixed(4)),
    slowest: reports
      .toSorted((one, other) => other.cpuSeconds - one.cpuSeconds)
      .slice(0, 3)
      .map((report) => `${report.id} ${report.cpuSeconds.toFixed(1)} s`),
  }
}

function shiftHeaders({ cases }: CasePack): void {
  for (const { id } of cases) {
    // Safe: predict-cases.ts has written it.
    const prediction = JSON.parse(readFileSync(`${folder}/predictions/${id}.json`, 'utf8')) as Prediction
    const regions = prediction.regions.map((region) => ({
      ...region,
      header_rows: region.header_rows.map((row) => row + 1),
    }))
    const file = `${folder}/control/${id}.json`
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify({ ...prediction, regions }))
  }
}
