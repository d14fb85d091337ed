import { setTimeout as pause } from 'node:timers/promises'
import { fromWireId } from '../server/src/platform/ids.ts'
import { newPerson } from '../server/test/person.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import { type JobKind, KINDS, lookAt, type Place } from './jobs/kinds.ts'
import { cutConnections, hold, layHolds, letGo, STEPS, type Step, untilHeld } from './jobs/steps.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { startWorkerProcess, type WorkerProcess, workerEnvironment } from './worker-processes.ts'

const TIMES = 1
const TIMES_LONG = 20
/** A job that has not ended by then is stuck: a dead worker is missed after 4 seconds, and attempts wait for each other. */
const STUCK_MS = 120_000
const HELD_MS = 60_000
/** Time for one that wakes up late to do what it should not. */
const LATE_MS = 3_000

type Harm = 'kill' | 'pause'
type Case = { kind: JobKind; step: Step; harm: Harm }
type Verdict = { isStuck: boolean; isMissed: boolean; isHalf: boolean; isTwice: boolean }

export const proof: Proof = {
  promise: 'A job is done once and whole, wherever its worker dies, and a worker that wakes up late changes nothing',
  isQuick: false,
  measure: (options) => harmAll(casesOf(options.isLong ? TIMES_LONG : TIMES), async () => {}, options),
  // Nobody takes over what the dead have left behind.
  control: (options) => harmAll(casesOf(1).slice(0, 1), leaveToTheDead, options),
  holds: ({ cases, stuck, missed, half_done, done_twice }) =>
    Number(cases) > 0 && stuck === 0 && missed === 0 && half_done === 0 && done_twice === 0,
}

const casesOf = (times: number): Case[] =>
  Array.from({ length: times }, () =>
    KINDS.flatMap((kind) =>
      STEPS.filter(({ name }) => !kind.without?.includes(name)).flatMap((step) =>
        (['kill', 'pause'] as const).map((harm): Case => ({ kind, step, harm })),
      ),
    ),
  ).flat()

async function leaveToTheDead({ admin }: RunningService) {
  await admin.query(`
    create or replace function beat_worker(in_worker_id text, silence interval) returns integer language sql as 'select 0'`)
}

type Stage = { service: RunningService; active: WorkerProcess; spare: WorkerProcess }

async function harmAll(
  cases: readonly Case[],
  spoil: (service: RunningService) => Promise<void>,
  { say }: ProofOptions,
): Promise<Figures> {
  const service = await runService()
  const environment = workerEnvironment(service)
  let stage: Stage = { service, active: startWorkerProcess(environment), spare: startWorkerProcess(environment) }
  const verdicts: Verdict[] = []
  try {
    await spoil(service)
    await layHolds(service)
    for (const one of cases) {
      await bothUp(stage)
      const verdict = await harm(stage, one)
      verdicts.push(verdict)
      const faults = Object.entries(verdict).filter(([, is]) => is)
      say(`${one.kind.kind}, ${one.harm} at ${one.step.name}: ${faults.map(([name]) => name).join(', ') || 'fine'}`)
      stage = { service, active: stage.spare, spare: stage.active }
    }
    const count = (is: (verdict: Verdict) => boolean) => verdicts.filter(is).length
    return {
      cases: verdicts.length,
      stuck: count(({ isStuck }) => isStuck),
      missed: count(({ isMissed }) => isMissed),
      half_done: count(({ isHalf }) => isHalf),
      done_twice: count(({ isTwice }) => isTwice),
    }
  } finally {
    stage.spare.wake()
    await Promise.all([stage.active.close(), stage.spare.close()])
    await service.close()
  }
}

async function bothUp({ active, spare }: Stage) {
  for (const worker of [active, spare]) worker.wake()
  while (!(active.isUp() && spare.isUp())) await pause(50)
}

/** One job, whose worker meets with harm at a step; the spare one, asleep until then, is all that is left. */
async function harm(stage: Stage, { kind, step, harm }: Case): Promise<Verdict> {
  const { service, active, spare } = stage
  const place = await newPlace(service)
  await kind.prepare(place)
  spare.pause()
  await hold(service, { workbookId: fromWireId('wb', place.at.split('/').at(-1) ?? ''), step })
  const jobId = await kind.start(place)
  const isMissed = !(await untilHeld(service, HELD_MS))
  if (harm === 'kill') {
    active.kill()
    await cutConnections(service)
  } else active.pause()
  await letGo(service)
  spare.wake()
  const isStuck = !(await hasSucceeded(place, jobId))
  active.wake()
  if (harm === 'pause') await pause(LATE_MS)
  return { isMissed, isStuck, ...(await compare(service, place, kind, jobId)) }
}

async function newPlace({ urls: [url = ''] }: RunningService): Promise<Place> {
  const owner = await newPerson(url)
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Ledger' })
  return { url, owner, call: owner.call, at: `/api/v1/workbooks/${body.workbook_id}` }
}

async function hasSucceeded({ call }: Place, jobId: string): Promise<boolean> {
  for (const until = performance.now() + STUCK_MS; performance.now() < until; await pause(100)) {
    const { body } = await call('GET', `/api/v1/jobs/${jobId}`)
    if (body.status === 'failed') throw new Error(`the job failed: ${body.error}`)
    if (body.status === 'succeeded') return true
  }
  return false
}

async function compare(service: RunningService, place: Place, { wanted, ops }: JobKind, jobId: string) {
  const looked = await lookAt(service, place, jobId)
  const isHalf = JSON.stringify(sorted(looked.tables)) !== JSON.stringify(sorted(wanted))
  const isTwice = looked.ends > 1 || Object.entries(ops).some(([kind, count]) => (looked.ops[kind] ?? 0) > count)
  return { isHalf, isTwice }
}

const sorted = (tables: Readonly<Record<string, number>>) => Object.entries(tables).sort()
