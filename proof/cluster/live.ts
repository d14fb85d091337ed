import { setTimeout as pause } from 'node:timers/promises'
import type { Model } from './model.ts'
import { patientClient } from './patient-client.ts'
import { OPERATIONS, type Operation } from './work.ts'

const AVAILABLE_MS = 10_000
const CLIENTS = 8
const THINK_MS = 400

/** What clients met with: how long each call took with all its attempts, and what was answered late or wrongly. */
export type Lived = {
  tookMs: number[]
  /** How often each was sent. */
  attempts: number[]
  acknowledged: number
  /** Calls that were sent more than once. */
  repeated: number
  /** Not rightly answered in time, by what was happening to the cluster. */
  unavailable: Map<string, number>
  wrongAnswers: number
  /** Replies to single attempts that were not an outcome. */
  setbacks: Map<string, number>
}

export type Life = {
  url: string
  tokens: readonly string[]
  models: readonly Model[]
  isOver: () => boolean
  /** By default, the usual mix of calls. */
  operations?: readonly Operation[]
  /** How many work at once. */
  clients?: number
  /** What is happening to the cluster. */
  trouble: () => string
  say: (line: string) => void
}

/** Clients that work until it is over, each with a call at a time. */
export async function live(life: Life): Promise<Lived> {
  const lived: Lived = {
    tookMs: [],
    attempts: [],
    acknowledged: 0,
    repeated: 0,
    unavailable: new Map(),
    wrongAnswers: 0,
    setbacks: new Map(),
  }
  const clients = Array.from({ length: life.clients ?? CLIENTS }, async (_, n) => {
    const ask = patientClient(life.url, life.tokens[n % life.tokens.length] ?? '')
    const model = life.models[n % life.models.length]
    while (model && !life.isOver()) {
      await work(life, lived, anyOf(life.operations ?? OPERATIONS), [ask, model])
      await pause(Math.random() * THINK_MS)
    }
  })
  await Promise.all(clients)
  return lived
}

async function work({ trouble, say }: Life, lived: Lived, operation: Operation, on: Parameters<Operation['run']>) {
  const { name, run, patienceMs = AVAILABLE_MS } = operation
  const before = trouble()
  const { answer, fault } = await run(...on)
  const { tookMs, attempts, status, isLeftOpen } = answer
  lived.tookMs.push(tookMs)
  lived.attempts.push(attempts.length)
  if (attempts.length > 1) lived.repeated += 1
  for (const { reply } of attempts.slice(0, -1)) count(lived.setbacks, reply)
  if (status < 300) lived.acknowledged += 1
  if (fault) {
    lived.wrongAnswers += 1
    say(`${name} wrongly answered (${before}): ${fault}`)
  }
  if (!fault && !isLeftOpen && tookMs <= patienceMs) return
  count(lived.unavailable, before)
  say(
    `${name} not served (${before}; ${trouble()}): ${attempts.map(({ reply, atMs }) => `${reply} at ${atMs} ms`).join(', ')}`,
  )
}

const count = (counts: Map<string, number>, what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)

function anyOf(operations: readonly Operation[]): Operation {
  let place = Math.random() * operations.reduce((sum, { share }) => sum + share, 0)
  for (const operation of operations) {
    place -= operation.share
    if (place < 0) return operation
  }
  throw new Error('impossible: shares that do not add up')
}
