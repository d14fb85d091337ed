import { figureOf, METRICS } from './metrics.ts'
import { scoreCases } from './run-scorer.ts'

/** The cases a metric is not perfect for, the worst first, each with its figure. */
export async function listFailing(
  pack: string,
  predictions: string,
  name: string,
  scorer: string | undefined,
): Promise<string[]> {
  const metric = METRICS[name]
  if (!metric) return [`no metric ${name}; there are: ${Object.keys(METRICS).join(' ')}`]
  const isLessBetter = metric.atMost !== undefined
  const found: { id: string; figure: number }[] = []
  for (const [id, scores] of await scoreCases(pack, predictions, scorer)) {
    const figure = figureOf(scores, metric)
    if (figure !== undefined && (isLessBetter ? figure > 0 : figure < 1)) found.push({ id, figure })
  }
  found.sort((one, other) => (isLessBetter ? other.figure - one.figure : one.figure - other.figure))
  return found.map(({ id, figure }) => `${figure}  ${id}`)
}
