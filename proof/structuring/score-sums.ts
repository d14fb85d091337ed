import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Figures } from '../proof.ts'
import type { CasePack, PackCase } from './case-pack.ts'
import type { Prediction } from './prediction.ts'
import { runScorer } from './run-scorer.ts'

type Truth = { aggregations?: { op: string }[] }

/** Precision and recall of sums alone, of all that is computed: what others are measured by. */
export async function scoreSums(
  pack: CasePack,
  predictions: string,
  folder: string,
  scorer?: string,
): Promise<Figures> {
  const cases = pack.cases.filter(({ id }) => keepSums(pack, id, predictions, folder))
  if (cases.length === 0) return {}
  writeFileSync(`${folder}/truth/MANIFEST.json`, JSON.stringify({ cases: cases satisfies readonly PackCase[] }))
  const scores = await runScorer(`${folder}/truth`, `${folder}/predictions`, scorer)
  const { P = null, R = null } = scores['aggrecol.aggregation'] ?? {}
  return { agg_sum_p: P, agg_sum_r: R }
}

/** False where the truth of the case knows no aggregations. */
function keepSums(pack: CasePack, id: string, predictions: string, folder: string): boolean {
  const file = `${pack.folder}/${id}/expected.json`
  if (!existsSync(file)) return false
  // Safe: the layout of a pack.
  const { aggregations } = JSON.parse(readFileSync(file, 'utf8')) as Truth
  if (!aggregations) return false
  const predicted = readPrediction(`${predictions}/${id}.json`)
  write(`${folder}/truth/${id}/expected.json`, { aggregations: aggregations.filter(({ op }) => op === 'Sum') })
  write(`${folder}/predictions/${id}.json`, { aggregations: predicted.filter(([, op]) => op === 'Sum') })
  return true
}

function readPrediction(file: string): Prediction['aggregations'] {
  if (!existsSync(file)) return []
  // Safe: predict-cases.ts has written it.
  return (JSON.parse(readFileSync(file, 'utf8')) as Prediction).aggregations
}

function write(file: string, content: unknown) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(content))
}
