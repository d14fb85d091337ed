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
export type LeftOut = { tuned: number; left_out: number; chosen: Record<string, number> }

type Tried = ReadonlyMap<Threshold, ReadonlyMap<number, Measured['sets']>>

/** For each data set, every threshold set to what is best for all the others. */
export async function leaveOneOut(pack: CasePack, asked: Ablation): Promise<Record<string, LeftOut>> {
  const whole = await measureSets(pack, asked, 'whole', null)
  const tried = new Map<Threshold, Map<number, Measured['sets']>>()
  for (const threshold of THRESHOLDS) {
    const byValue = new Map([[threshold.value, whole]])
    for (const value of threshold.values)
      byValue.set(value, await measureSets(pack, asked, `${threshold.name} ${value}`, changeTo(threshold, value)))
    tried.set(threshold, byValue)
    const means = [...byValue].map(([value, sets]) => `${value} ${rounded(meanOf(sets.values()))}`)
    asked.say(`${threshold.name}: ${means.join(', ')}`)
  }
  const scores: Record<string, LeftOut> = {}
  for (const [set, tuned] of whole) scores[set] = { tuned: rounded(tuned), ...leftOut(set, tuned, tried) }
  return scores
}

/** What each threshold costs the data set adds up: they are chosen one by one. `chosen`: those that the others would set otherwise. */
function leftOut(set: string, tuned: number, tried: Tried): Pick<LeftOut, 'left_out' | 'chosen'> {
  let loss = 0
  const chosen: Record<string, number> = {}
  for (const [{ name, value }, byValue] of tried) {
    const others = (sets: Measured['sets']) =>
      meanOf([...sets].flatMap(([other, score]) => (other === set ? [] : [score])))
    const [best, sets] = [...byValue].reduce((one, other) => (others(other[1]) > others(one[1]) ? other : one))
    loss += (sets.get(set) ?? 0) - (byValue.get(value)?.get(set) ?? 0)
    if (best !== value) chosen[name] = best
  }
  return { left_out: rounded(tuned + loss), chosen }
}

async function measured(pack: CasePack, asked: Ablation, name: string, change: SourceChange | null): Promise<Measured> {
  const sets = await measureSets(pack, asked, name, change)
  const cases = await scoreCases(`${asked.folder}/pack`, folderOf(asked, name), asked.scorer)
  return { sets, cases: new Map([...cases].map(([id, scores]) => [id, meanOf(setScores(scores).values())])) }
}

async function measureSets(
  pack: CasePack,
  asked: Ablation,
  name: string,
  change: SourceChange | null,
): Promise<Measured['sets']> {
  const into = folderOf(asked, name)
  linkPack(pack, `${asked.folder}/pack`)
  if (change) refuseIfUnsaid(change)
  await predictPack(pack, into, asked.jobs, change ? [change] : [])
  return setScores(await runScorer(`${asked.folder}/pack`, into, asked.scorer))
}

const folderOf = ({ folder }: Ablation, name: string) => `${folder}/${name.replaceAll(/\W+/g, '-')}`

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
