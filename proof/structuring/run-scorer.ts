import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** `enron-tables.region_EoB0` and the like, each with what was counted. */
export type Scores = Readonly<Record<string, Readonly<Record<string, number | null>>>>

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SCORER = resolve(ROOT, '../shared/bench/score_structuring.py')
const SCORE_CASES = fileURLToPath(new URL('score-cases.py', import.meta.url))

const run = promisify(execFile)

/** The predictions of a pack against its truth, by the scorer that everybody is measured with. */
export async function runScorer(pack: string, predictions: string, scorer = SCORER): Promise<Scores> {
  const out = `${predictions}/scores.json`
  await run('python3', [scorer, pack, '--pred', predictions, '--json', out], { maxBuffer: 2 ** 28 })
  // Safe: the scorer writes it so.
  return JSON.parse(readFileSync(out, 'utf8')) as Scores
}

/** The same for each case alone. */
export async function scoreCases(pack: string, predictions: string, scorer = SCORER): Promise<Map<string, Scores>> {
  const { stdout } = await run('python3', [SCORE_CASES, scorer, pack, predictions], { maxBuffer: 2 ** 28 })
  const lines = stdout.trim().split('\n')
  // Safe: score-cases.py writes each line so.
  return new Map(lines.map((line) => JSON.parse(line) as [string, Scores]))
}
