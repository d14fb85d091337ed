import { createHash } from 'node:crypto'
import { cpSync, readFileSync } from 'node:fs'
import { type CasePack, dataSetOf } from './case-pack.ts'
import { refuseIfUnsaid, type SourceChange } from './change-source.ts'
import { predictPack } from './predict-pack.ts'
import { changeTo, THRESHOLDS, type Threshold } from './rules.ts'

/** The thresholds that all other data sets would have set otherwise, for each data set; `--leave-one-out` finds them. */
export type ChosenWithout = {
  /** Of the thresholds they were chosen among: a choice among others says nothing of these. */
  thresholds: string
  chosen: Readonly<Record<string, Readonly<Record<string, number>>>>
}

const STORED = new URL('chosen-without.json', import.meta.url)

/** What is chosen among: every threshold with its values. */
export const thresholdsHash = (thresholds: readonly Threshold[] = THRESHOLDS) =>
  createHash('sha256')
    .update(JSON.stringify(thresholds.map(({ file, said, value, values }) => [file, said, value, values])))
    .digest('hex')

export function readChosen(): ChosenWithout {
  // Safe: `--leave-one-out` prints it so, and a test reads it.
  const stored = JSON.parse(readFileSync(STORED, 'utf8')) as ChosenWithout
  if (stored.thresholds !== thresholdsHash())
    throw new Error('the thresholds are others since: choose them again with --leave-one-out')
  return stored
}

/** The engine as it would be had a data set never been looked at when thresholds were chosen. */
export function changesWithout(dataSet: string, { chosen }: ChosenWithout): SourceChange[] {
  return THRESHOLDS.flatMap((threshold) => {
    const value = chosen[dataSet]?.[threshold.name]
    return value === undefined ? [] : [changeTo(threshold, value)]
  })
}

type Folders = { predictions: string; into: string; jobs: number }

/** Predictions of each data set by the thresholds that were chosen without it; returns the data sets for which these are others. */
export async function predictOutOfFold(pack: CasePack, { predictions, into, jobs }: Folders): Promise<string[]> {
  const stored = readChosen()
  cpSync(predictions, into, { recursive: true })
  const others: string[] = []
  for (const dataSet of new Set(pack.cases.map(({ id }) => dataSetOf(id)))) {
    const changes = changesWithout(dataSet, stored)
    if (changes.length === 0) continue
    for (const change of changes) refuseIfUnsaid(change)
    others.push(dataSet)
    const cases = pack.cases.filter(({ id }) => dataSetOf(id) === dataSet)
    await predictPack({ ...pack, cases }, into, jobs, changes)
  }
  return others
}

/** All that was fitted to cases, turned around: trees, and tables of frequencies. */
export const TURNED_AROUND: readonly SourceChange[] = [
  { file: 'learned/confidence.ts', from: 'share: predict(model, features)', to: 'share: 1 - predict(model, features)' },
  { file: 'calibrate-confidence.ts', from: '?.share ?? 0', to: '?.share === 1 ? 0 : 0.01' },
]

/** So many cases are read with what was learned turned around. */
const EVERY = 10

/** The cases whose prediction is another one where what was learned says the opposite: there must be none. */
export async function learnedTouches(pack: CasePack, { predictions, into, jobs }: Folders): Promise<string[]> {
  for (const change of TURNED_AROUND) refuseIfUnsaid(change)
  const cases = pack.cases.filter((_, n) => n % EVERY === 0)
  await predictPack({ ...pack, cases }, into, jobs, TURNED_AROUND)
  const isSame = (id: string) => readOr(`${predictions}/${id}.json`) === readOr(`${into}/${id}.json`)
  return cases.map(({ id }) => id).filter((id) => !isSame(id))
}

/** Null where the engine has thrown. */
function readOr(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
