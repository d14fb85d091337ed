import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SentOperation } from '../server/src/work/sources/parse-spec/operations/operations.schema.ts'
import { correctCase, type Start } from './correct/correct-case.ts'
import { CORRECTIONS } from './correct/corrections.ts'
import { type ReadByLoader, withLoaders } from './lib/read-by-loader.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { casesIn } from './realistic/read-case.ts'
import { askedPack } from './realistic/scored-pack.ts'

/**
 * npm run -s proof correct -- [--pack DIR] [--scorer FILE]
 * Files that come out wrong or only usable are brought to right by operations of PATCH alone; and all cases again, from one region a
 * sheet of which nothing is understood. The operations are those of `proof/correct`, the files no part of this repository.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const { pack, notRun, score } = askedPack()
const folder = mkdtempSync(join(tmpdir(), 'bindery-correct-'))

const LEAST_CORRECTED = 0.95
const MOST_OPERATIONS = 2
const LEAST_FROM_NOTHING = 0.9

type Plans = Readonly<Record<string, readonly SentOperation[]>>

export const proof: Proof = {
  promise: 'Whatever is read wrongly is put right by a few operations, from which the service derives the rest',
  isQuick: false,
  minutes: 15,
  about: ['spreadsheet/src/structure/correct', 'server/src/work/sources/parse-spec'],
  notRun,
  measure: (options) => withLoaders((read) => measure(read, 'corrected', options, (operations) => operations)),
  // The same with every operation made of the row below: what follows is derived from something else.
  control: (options) => withLoaders((read) => measure(read, 'control', options, (all) => all.map(shifted))),
  holds: (figures) => {
    const {
      cases,
      corrected,
      operations_median: median,
      from_nothing: tried,
      from_nothing_corrected: made,
    } = counted(figures)
    return (
      corrected >= LEAST_CORRECTED * cases &&
      median <= MOST_OPERATIONS &&
      tried > 0 &&
      made >= LEAST_FROM_NOTHING * tried
    )
  },
}

const NONE = { cases: 0, corrected: 0, operations_median: 0, from_nothing: 0, from_nothing_corrected: 0 }
// Safe: `measure` makes these figures.
const counted = (figures: Figures) => figures as Readonly<typeof NONE>

async function measure(
  read: ReadByLoader,
  name: string,
  { say }: ProofOptions,
  made: (operations: readonly SentOperation[]) => readonly SentOperation[],
): Promise<Figures> {
  const cases = casesIn(pack)
  const untouched = await judge(read, `${name}-untouched`, cases, 'proposed', {})
  const wrong = cases.filter((id) => untouched.get(id) !== 'right')
  const plans = Object.fromEntries(wrong.map((id) => [id, made(CORRECTIONS[id] ?? [])]))
  const after = await judge(read, `${name}-proposed`, wrong, 'proposed', plans)
  for (const id of wrong) if (after.get(id) !== 'right') say(`${id}: ${untouched.get(id)}, then ${after.get(id)}`)
  const corrected = wrong.filter((id) => after.get(id) === 'right')
  const sample = sampled(cases)
  const fromNothing = await judge(read, `${name}-nothing`, Object.keys(sample), 'nothing', mapped(sample, made))
  for (const [id, verdict] of fromNothing) if (verdict !== 'right') say(`${id}: from nothing ${verdict}`)
  const counts = (ids: readonly string[], of: Plans) => median(ids.map((id) => of[id]?.length ?? 0))
  return {
    cases: wrong.length,
    corrected: corrected.length,
    operations_median: counts(corrected, plans),
    from_nothing: fromNothing.size,
    from_nothing_corrected: [...fromNothing.values()].filter((verdict) => verdict === 'right').length,
    from_nothing_operations_median: counts([...fromNothing.keys()], sample),
  }
}

/** The cases that have a plan: those whose file can be opened and holds something. */
function sampled(cases: readonly string[]): Plans {
  // Safe: it is written by plan-from-nothing.ts.
  const plans = JSON.parse(readFileSync(`${ROOT}/proof/correct/from-nothing.json`, 'utf8')) as Plans
  return Object.fromEntries(cases.flatMap((id) => (plans[id] ? [[id, plans[id]]] : [])))
}

const mapped = (plans: Plans, made: (operations: readonly SentOperation[]) => readonly SentOperation[]): Plans =>
  Object.fromEntries(Object.entries(plans).map(([id, operations]) => [id, made(operations)]))

/** What the scorer says of cases that were corrected so. */
async function judge(
  read: ReadByLoader,
  name: string,
  ids: readonly string[],
  start: Start,
  plans: Plans,
): Promise<Map<string, string>> {
  const into = `${folder}/${name}`
  mkdirSync(into, { recursive: true })
  for (const id of ids) {
    const made = await correctCase(read, `${pack}/${id}`, start, plans[id] ?? [])
    writeFileSync(`${into}/${id}.json`, JSON.stringify(made))
  }
  // Safe: each line of the scorer is one case; those that were not asked for have no output.
  const verdicts = score(into).cases.map((line) => JSON.parse(line) as { case: string; verdict: string })
  const wanted = new Set(ids)
  return new Map(verdicts.filter((one) => wanted.has(one.case)).map((one) => [one.case, one.verdict]))
}

const below = (range: string) => range.replaceAll(/\d+/g, (row) => String(Number(row) + 1))

function shifted(operation: SentOperation): SentOperation {
  const { rows, range, ranges, cells } = operation
  return {
    ...operation,
    ...(rows ? { rows: rows.map((row) => row + 1) } : {}),
    ...(range ? { range: below(range) } : {}),
    ...(ranges ? { ranges: ranges.map(below) } : {}),
    ...(cells ? { cells: cells.map(({ cell, text }) => ({ cell: below(cell), text })) } : {}),
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = low] = sorted.length % 2 === 1 ? [sorted[middle]] : [sorted[middle - 1], sorted[middle]]
  return ((low ?? 0) + (high ?? 0)) / 2
}
