import { newPerson } from '../server/test/person.ts'
import { runService } from '../server/test/start-service.ts'
import { seededRandom } from './hostile-files/random.ts'
import type { Dice } from './merge/random-values.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { activeTables, isBack, patient, readState, type State, takeStep, type World } from './restore/random-history.ts'

const LEAST_CASES = 2_000
const CONTROL_CASES = 60
const LONG = 5
const STEPS_BETWEEN = 4
/** Restores in one workbook, before another is begun. */
const CASES_EACH = 50

type Kept = { snapshotId: string; state: State }

/** Random histories of workbooks over HTTP: every snapshot is restored, the safety snapshots of restores among them. */
export const proof: Proof = {
  promise: 'A snapshot brings back exactly what was there, and its safety snapshot what was there before that',
  isQuick: false,
  minutes: 4,
  about: ['server/src/work/snapshots'],
  measure: (options) => restoreHistories(options, LEAST_CASES * (options.isLong ? LONG : 1), false),
  // A restore that forgets all tables but one.
  control: (options) => restoreHistories(options, CONTROL_CASES, true),
  holds: ({ cases, wrong }) => Number(cases) >= CONTROL_CASES && wrong === 0,
}

async function restoreHistories({ say }: ProofOptions, cases: number, isPartial: boolean): Promise<Figures> {
  const seed = Number(process.env.SEED ?? 20_260_101)
  const random = seededRandom(seed)
  const dice: Dice = (sides) => Math.floor(random() * sides)
  const service = await runService({ checkResponses: false })
  let wrong = 0
  try {
    for (let done = 0; done < cases; done += CASES_EACH) {
      const call = patient((await newPerson(service.urls[0] ?? '')).call)
      const { body } = await call('POST', '/api/v1/workbooks', { title: 'History' })
      const world = { call, at: `/api/v1/workbooks/${body.workbook_id}`, dice, made: 0 }
      wrong += await oneHistory(world, isPartial)
      say(`${done + CASES_EACH} restores, wrong: ${wrong}`)
    }
  } finally {
    await service.close()
  }
  return { seed, cases: Math.ceil(cases / CASES_EACH) * CASES_EACH, wrong }
}

async function oneHistory(world: World, isPartial: boolean): Promise<number> {
  const kept: Kept[] = []
  let wrong = 0
  for (let n = 0; n < CASES_EACH; n++) {
    for (let step = world.dice(STEPS_BETWEEN); step >= 0; step--) await takeStep(world)
    const now = await readState(world)
    if (n % 3 === 0) kept.push({ snapshotId: await commit(world), state: now })
    const target = kept[world.dice(kept.length)]
    if (!target) continue
    const safety = await restore(world, target.snapshotId, isPartial)
    if (safety === null || !isBack(target.state, await readState(world))) wrong += 1
    if (safety !== null) kept.push({ snapshotId: safety, state: now })
  }
  return wrong
}

async function commit({ call, at }: World): Promise<string> {
  return (await call('POST', `${at}/snapshots`, { summary: 'kept' })).body.snapshot_id
}

async function restore(world: World, snapshotId: string, isPartial: boolean): Promise<string | null> {
  const [first] = isPartial ? await activeTables(world) : []
  const body = first ? { tables: [first.name] } : undefined
  const done = await world.call('POST', `${world.at}/snapshots/${snapshotId}/restore`, body)
  return done.status === 200 ? done.body.safety_snapshot_id : null
}
