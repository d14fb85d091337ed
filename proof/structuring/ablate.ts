import { type CasePack, dataSetOf, linkPack } from './case-pack.ts'
import { refuseIfUnsaid, type SourceChange } from './change-source.ts'
import { figureOf, METRICS } from './metrics.ts'
import { predictPack } from './predict-pack.ts'
import { changeTo, RULES, THRESHOLDS, type Threshold } from './rules.ts'
import { runScorer, type Scores, scoreCases } from './run-scorer.ts'

export type Ablation = {
  folder: string
  jobs: number
  scorer: string | undefined
  /** Only rules whose names, or whose files, hold this. */
  named: string
  say(line: string): void
}

/** What each data set scores, and each case: the mean of its metrics. */
type Measured = { sets: ReadonlyMap<string, number>; cases: ReadonlyMap<string, number> }

/** What a rule is worth: how many cases are better with it and how many worse, and what each data set gains by it. */
export type Worth = { helps: number; harms: number; gains: Record<string, number> }

/** Each rule switched off in turn. */
export async function ablate(pack: CasePack, asked: Ablation): Promise<Record<string, Worth>> {
  const whole = await measured(pack, asked, 'whole', null)
  const worth: Record<string, Worth> = {}
  for (const { name, without } of RULES) {
    if (!`${without.file} ${name}`.includes(asked.named)) continue
    const found = worthOf(whole, await measured(pack, asked, name, without))
    worth[name] = found
    asked.say(`${name}: helps ${found.helps}, harms ${found.harms} ${JSON.stringify(found.gains)}`)
  }
  return worth
}

function worthOf(whole: Measured, without: Measured): Worth {
  const gains: Record<string, number> = {}
  for (const [set, score] of whole.sets) {
    const gain = rounded(score - (without.sets.get(set) ?? 0))
    if (gain !== 0) gains[set] = gain
  }
  const moved = [...whole.cases].map(([id, score]) => score - (without.cases.get(id) ?? 0))
  return { helps: moved.filter((by) => by > 0).length, harms: moved.filter((by) => by < 0).length, gains }
}

/** What a data set scores with the engine's own numbers, and with those that the other data sets would have chosen. */
export type LeftOut = { tuned: number; left_out: number }

type Tried = ReadonlyMap<Threshold, ReadonlyMap<number, Measured['sets']>>

/** For each data set, every threshold set to what is best for all the others. */
export async function leaveOneOut(pack: CasePack, asked: Ablation): Promise<Record<string, LeftOut>> {
  const whole = await measured(pack, asked, 'whole', null)
  const tried = new Map<Threshold, Map<number, Measured['sets']>>()
  for (const threshold of THRESHOLDS) {
    const byValue = new Map([[threshold.value, whole.sets]])
    for (const value of threshold.values) {
      const { sets } = await measured(pack, asked, `${threshold.name} ${value}`, changeTo(threshold, value))
      byValue.set(value, sets)
    }
    tried.set(threshold, byValue)
    const means = [...byValue].map(([value, sets]) => `${value} ${rounded(meanOf(sets.values()))}`)
    asked.say(`${threshold.name}: ${means.join(', ')}`)
  }
  const scores: Record<string, LeftOut> = {}
  for (const [set, tuned] of whole.sets)
    scores[set] = { tuned: rounded(tuned), left_out: rounded(tuned + lossOf(set, tried)) }
  return scores
}

/** What each threshold costs the data set adds up: they are chosen one by one. */
function lossOf(set: string, tried: Tried): number {
  let loss = 0
  for (const [{ value }, byValue] of tried) {
    const others = (sets: Measured['sets']) =>
      meanOf([...sets].flatMap(([name, score]) => (name === set ? [] : [score])))
    const chosen = [...byValue.values()].reduce((one, other) => (others(other) > others(one) ? other : one))
    loss += (chosen.get(set) ?? 0) - (byValue.get(value)?.get(set) ?? 0)
  }
  return loss
}

async function measured(
  pack: CasePack,
  { folder, jobs, scorer }: Ablation,
  name: string,
  change: SourceChange | null,
): Promise<Measured> {
  const into = `${folder}/${name.replaceAll(/\W+/g, '-')}`
  linkPack(pack, `${folder}/pack`)
  if (change) refuseIfUnsaid(change)
  await predictPack(pack, into, jobs, change)
  const cases = await scoreCases(`${folder}/pack`, into, scorer)
  return {
    sets: setScores(await runScorer(`${folder}/pack`, into, scorer)),
    cases: new Map([...cases].map(([id, scores]) => [id, meanOf(setScores(scores).values())])),
  }
}

function setScores(scores: Scores): Map<string, number> {
  const figures = Object.values(METRICS).flatMap((metric) => {
    const figure = metric.atMost === undefined && metric.from !== 'SS' ? figureOf(scores, metric) : undefined
    return figure === undefined ? [] : [{ set: dataSetOf(metric.from.replace('.', '/')), figure }]
  })
  const bySet = Map.groupBy(figures, ({ set }) => set)
  return new Map([...bySet].map(([set, found]) => [set, meanOf(found.map(({ figure }) => figure))]))
}

function meanOf(figures: Iterable<number>): number {
  const all = [...figures]
  return all.reduce((sum, figure) => sum + figure, 0) / Math.max(1, all.length)
}

const rounded = (figure: number) => Number(figure.toFixed(4))
