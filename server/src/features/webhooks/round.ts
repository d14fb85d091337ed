import type { Platform } from '../../platform/context.ts'
import type { Outgoing } from '../../platform/outgoing.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { deleteDeliveries, listDue, type Taken, updateWithdrawn } from './deliveries.store.ts'
import { bodyOf, type Due, lanesOf } from './delivery.ts'
import { openSecrets } from './open-secrets.ts'
import { recordFailure } from './record-failure.ts'
import { recordTaken } from './record-taken.ts'
import { sendDelivery } from './send-delivery.ts'
import type { Served } from './webhooks.store.ts'

/** Deliveries looked at together: enough to find all changes of one second. */
const BATCH = 500
/** Requests at once to one receiver that is well; to one that fails, one after another. */
export const LANES = 8
/** Failures in a row after which a round ends: others may be waiting for the same courier. */
const FAILURES = 3
/** How long it may take until it is remembered that something was taken. A courier that dies before sends it again. */
const RECORD_MS = 100

export type Round = {
  platform: Platform
  outgoing: Outgoing
  webhook: Served
  /** False once the webhook is somebody else's, was paused, the round is over, or the courier is stopping. */
  isHeld: () => boolean
}

type Course = Round & {
  secrets: readonly [string, ...string[]]
  failures: number
  /** Not remembered yet. */
  taken: Taken[]
  recordedAt: number
}

/** Sends all that is due at one webhook. What fails waits for its next turn, and holds nothing back. */
export async function runRound(round: Round) {
  const { platform, webhook } = round
  const secrets = openSecrets(platform, webhook)
  const course: Course = { ...round, secrets, failures: 0, taken: [], recordedAt: performance.now() }
  while (course.isHeld() && course.failures < FAILURES) {
    const due = await listDue(platform.db, webhook, BATCH)
    if ((await sendBatch(course, await withoutIdle(course, due))) === 0) return
  }
}

/** Leaves out what is told better by a later event, and what nobody may or can tell any more. */
async function withoutIdle({ platform, webhook: { webhookId } }: Round, due: readonly Due[]): Promise<Due[]> {
  const superseded = due.filter(({ isSuperseded, isUnsettled }) => isSuperseded && !isUnsettled)
  const unreadable = due.filter(({ isReadable }) => !isReadable)
  const forgotten = due.filter((delivery) => delivery.isReadable && bodyOf(webhookId, delivery) === undefined)
  const withdraw = (deliveries: readonly Due[], why: string) =>
    inTransaction(platform.db, (tx) => updateWithdrawn(tx, webhookId, idsOf(deliveries), why))
  if (superseded.length > 0)
    await inTransaction(platform.db, (tx) => deleteDeliveries(tx, webhookId, idsOf(superseded)))
  if (unreadable.length > 0) await withdraw(unreadable, 'you can no longer read the workbook')
  if (forgotten.length > 0) await withdraw(forgotten, 'the event is no longer kept')
  const idle = new Set([...superseded, ...unreadable, ...forgotten])
  return due.filter((delivery) => !idle.has(delivery))
}

const idsOf = (deliveries: readonly Due[]) => deliveries.map(({ deliveryId }) => deliveryId)

/** How many were sent. */
async function sendBatch(course: Course, due: readonly Due[]): Promise<number> {
  const lanes = lanesOf(due)
  let sent = 0
  const work = async () => {
    for (let lane = lanes.shift(); lane; lane = lanes.shift()) {
      for (const delivery of lane) {
        if (delivery.isUnsettled || !course.isHeld() || course.failures >= FAILURES) break
        await send(course, delivery)
        sent += 1
      }
    }
  }
  const atOnce = course.webhook.failingSince ? 1 : LANES
  await Promise.all(Array.from({ length: atOnce }, work))
  await record(course)
  return sent
}

async function send(course: Course, delivery: Due) {
  const { platform, outgoing, webhook, secrets } = course
  const { webhookId, url } = webhook
  const began = performance.now()
  const body = bodyOf(webhookId, delivery) ?? ''
  const sent = await sendDelivery(outgoing, { url, secrets, delivery, body, at: platform.now() })
  const durationMs = Math.round(performance.now() - began)
  if ('status' in sent && sent.status >= 200 && sent.status < 300) {
    const { deliveryId, attempts } = delivery
    course.taken.push({ deliveryId, attempts, lastStatus: sent.status, durationMs })
    course.failures = 0
  } else {
    const isServed = await recordFailure(platform, { webhookId, delivery, sent, durationMs })
    course.failures = isServed ? course.failures + 1 : FAILURES
  }
  if (performance.now() - course.recordedAt > RECORD_MS) await record(course)
}

async function record(course: Course) {
  course.recordedAt = performance.now()
  await recordTaken(course.platform, course.webhook.webhookId, course.taken.splice(0))
}
