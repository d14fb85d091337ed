import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { jobHandlers } from '../server/src/main/job-handlers.ts'
import { fromWireId } from '../server/src/platform/ids.ts'
import { newPerson } from '../server/test/person.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import { type JobKind, type JobsWorkbook, KINDS, type Looked, lookAt } from './jobs/kinds.ts'
import { cutConnections, hold, layHolds, letGo, STEPS, type Step, untilHeld } from './jobs/steps.ts'
import { startWorkerProcess, type WorkerProcess, workerEnvironment } from './lib/worker-processes.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

/** How often each kind is harmed at each step; of pauses there are as many in all, at least. */
const KILLS = { short: 1, long: 20 }
const PAUSES = { short: 1, long: 1_000 }
/** Most of a case is waiting; so many are under way at once, each lane with a service and workers of its own. */
const LANES = { short: 3, long: 4 }
/** A job that has not ended by then is stuck: a dead worker is missed after 4 seconds, and attempts wait for each other. */
const STUCK_MS = 120_000
/** Where no worker takes over, a longer wait changes nothing. */
const CONTROL_STUCK_MS = 30_000
const HELD_MS = 60_000
/** Time for one that wakes up late to do what it should not. */
const LATE_MS = 3_000

type Harm = 'kill' | 'pause'
type Case = { kind: JobKind; step: Step; harm: Harm }
type Verdict = { isStuck: boolean; isMissed: boolean; isHalf: boolean; isTwice: boolean; isLate: boolean }
/** What goes wrong on purpose, and how long a job is waited for. */
type Trial = { spoil: (service: RunningService) => Promise<void>; stuckMs: number }

export const proof: Proof = {
  promise: 'A job is done once and whole, wherever its worker dies, and a worker that wakes up late changes nothing',
  isQuick: false,
  minutes: 15,
  about: ['server/src/core/jobs'],
  // ONLY=bundle,purge for some of the kinds.
  measure: (options) => harmAll(casesOf(options.isLong), { spoil: async () => {}, stuckMs: STUCK_MS }, options),
  // No worker takes over the tasks of dead workers.
  control: (options) =>
    harmAll(casesOf(false).slice(0, 1), { spoil: leaveToTheDead, stuckMs: CONTROL_STUCK_MS }, options),
  holds: ({ runs, stuck, missed, half_visible, doubled, late_commits }) =>
    Number(runs) > 0 && stuck === 0 && missed === 0 && half_visible === 0 && doubled === 0 && late_commits === 0,
}

function casesOf(isLong: boolean): Case[] {
  const only = process.env.ONLY?.split(',')
  const places = kindsOf(Object.keys(jobHandlers)).flatMap((kind) =>
    STEPS.filter(({ name }) => !kind.without?.includes(name)).map((step) => ({ kind, step })),
  )
  const asked = places.filter(({ kind }) => only?.includes(kind.kind) ?? true)
  const kills = isLong ? KILLS.long : KILLS.short
  const pauses = Math.ceil((isLong ? PAUSES.long : PAUSES.short) / places.length)
  const harmed = (harm: Harm, times: number) =>
    Array.from({ length: times }, () => asked.map((place): Case => ({ ...place, harm }))).flat()
  return [...harmed('kill', kills), ...harmed('pause', pauses)]
}

/** A new kind of job needs an entry here that starts it. */
function kindsOf(handled: readonly string[]): readonly JobKind[] {
  const missing = handled.filter((kind) => !KINDS.some((known) => known.kind === kind))
  if (missing.length > 0) throw new Error(`proof/jobs/kinds.ts lacks ${missing.join(', ')}`)
  return KINDS
}

async function leaveToTheDead({ admin }: RunningService) {
  await admin.query(`
    create or replace function beat_worker(in_worker_id text, silence interval) returns integer language sql as 'select 0'`)
}

async function harmAll(cases: readonly Case[], trial: Trial, options: ProofOptions): Promise<Figures> {
  const lanes = options.isLong ? LANES.long : LANES.short
  const dealt = Array.from({ length: lanes }, (_, lane) => cases.filter((_, n) => n % lanes === lane))
  const verdicts = (await Promise.all(dealt.map((part) => harmInTurn(part, trial, options)))).flat()
  const count = (is: (verdict: Verdict) => boolean) => verdicts.filter(is).length
  return {
    runs: verdicts.length,
    pauses: cases.filter(({ harm }) => harm === 'pause').length,
    stuck: count(({ isStuck }) => isStuck),
    missed: count(({ isMissed }) => isMissed),
    half_visible: count(({ isHalf }) => isHalf),
    doubled: count(({ isTwice }) => isTwice),
    late_commits: count(({ isLate }) => isLate),
  }
}

type Stage = { service: RunningService; active: WorkerProcess; spare: WorkerProcess }

async function harmInTurn(cases: readonly Case[], { spoil, stuckMs }: Trial, { say }: ProofOptions) {
  const verdicts: Verdict[] = []
  if (cases.length === 0) return verdicts
  const service = await runService()
  const environment = workerEnvironment(service)
  let stage: Stage = { service, active: startWorkerProcess(environment), spare: startWorkerProcess(environment) }
  try {
    await spoil(service)
    await layHolds(service)
    for (const one of cases) {
      await bothUp(stage)
      const verdict = await harm(stage, one, stuckMs)
      verdicts.push(verdict)
      const faults = Object.entries(verdict).filter(([, is]) => is)
      say(`${one.kind.kind}, ${one.harm} at ${one.step.name}: ${faults.map(([name]) => name).join(', ') || 'fine'}`)
      stage = { service, active: stage.spare, spare: stage.active }
    }
    return verdicts
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
async function harm(stage: Stage, { kind, step, harm }: Case, stuckMs: number): Promise<Verdict> {
  const { service, active, spare } = stage
  const place = await newPlace(service)
  await kind.prepare(place)
  spare.pause()
  const workbookId = kind.isElsewhere ? null : fromWireId('wb', place.at.split('/').at(-1) ?? '')
  await hold(service, { workbookId, step })
  const started = await kind.start(place)
  const isMissed = !(await untilHeld(service, HELD_MS))
  if (harm === 'kill') {
    active.kill()
    await cutConnections(service)
  } else active.pause()
  await letGo(service)
  spare.wake()
  const isStuck = !(await hasSucceeded(place, started.jobId, stuckMs))
  const looked = await lookAt(service, place, started)
  const isLate = harm === 'pause' && (await wakeLate(active, looked, () => lookAt(service, place, started)))
  return { isMissed, isStuck, isLate, ...compare(kind, looked, (await kind.isWhole?.(place)) ?? true) }
}

/** True: the one who slept has changed something after all was done. */
async function wakeLate(sleeper: WorkerProcess, before: Looked, look: () => Promise<Looked>): Promise<boolean> {
  sleeper.wake()
  await pause(LATE_MS)
  return !isDeepStrictEqual(before, await look())
}

async function newPlace({ urls: [url = ''] }: RunningService): Promise<JobsWorkbook> {
  const owner = await newPerson(url)
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Ledger' })
  return { url, owner, call: owner.call, at: `/api/v1/workbooks/${body.workbook_id}` }
}

async function hasSucceeded({ call }: JobsWorkbook, jobId: string, patienceMs: number): Promise<boolean> {
  for (const until = performance.now() + patienceMs; performance.now() < until; await pause(100)) {
    const { body } = await call('GET', `/api/v1/jobs/${jobId}`)
    if (body.status === 'failed') throw new Error(`the job failed: ${body.error}`)
    if (body.status === 'succeeded') return true
  }
  return false
}

function compare({ wanted, ops }: JobKind, { tables, ...looked }: Looked, isWhole: boolean) {
  const isHalf = !(isWhole && isDeepStrictEqual(tables, wanted))
  const isTwice = looked.ends > 1 || Object.entries(ops).some(([kind, count]) => (looked.ops[kind] ?? 0) > count)
  return { isHalf, isTwice }
}
