import type { Platform } from '../../../../platform/context.ts'
import type { Outgoing } from '../../../../platform/outgoing/outgoing.ts'
import { inTransaction, type Tx } from '../../../../platform/postgres.ts'
import { enqueue } from '../../../../platform/queue/queue.store.ts'
import type { DisabledReason } from '../webhook.ts'
import { type Served, updateDisabled, updateFailing, updateHealthy, type WebhookRow } from '../webhooks.store.ts'
import {
  deleteDeliveries,
  type Failure,
  listDue,
  type Taken,
  updateFailed,
  updateTaken,
  updateWithdrawn,
} from './deliveries.store.ts'
import { bodyOf, type Due, lanesOf } from './delivery.ts'
import { delayAfter, FAILING_S, waitAskedFor } from './retry.ts'
import { type Sent, sendDelivery } from './send-delivery.ts'

/** Deliveries looked at together: enough to find all changes of one second. */
const BATCH = 500
/** Requests at once to one receiver that is well; to one that fails, one after another. */
export const LANES = 8
/** Failures in a row after which a round ends: others may be waiting for the same dispatcher. */
const FAILURES = 3
/** How long it may take until it is remembered that something was taken. A dispatcher that dies before sends it again. */
const RECORD_MS = 100

type Round = {
  platform: Platform
  outgoing: Outgoing
  webhook: Served
  /** False once another dispatcher serves the webhook, it was paused, the round is over, or the dispatcher is stopping. */
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

/** Leaves out what a later event replaces, and what may not or cannot be sent any more. */
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

const GONE = 410

type Failed = { webhookId: string; delivery: Due; sent: Sent; durationMs: number }

/** Remembers that an attempt failed and when the next one comes. False: the webhook is now switched off. */
async function recordFailure(platform: Platform, { webhookId, delivery, sent, durationMs }: Failed) {
  const failure = failureOf(platform, delivery, sent, durationMs)
  return inTransaction(platform.db, async (tx) => {
    const isOurs = await updateFailed(tx, webhookId, delivery, failure)
    return !isOurs || !(await disableIfHopeless(tx, platform, webhookId, sent))
  })
}

function failureOf({ settings, now }: Platform, { attempts }: Due, sent: Sent, durationMs: number): Failure {
  const [lastStatus, lastError, waitS] =
    'error' in sent
      ? [null, sent.error, undefined]
      : [sent.status, wordsFor(sent.status), waitAskedFor(sent.status, sent.retryAfter, now())]
  const delayS = delayAfter(attempts + 1, waitS, Math.random())
  const nextInMs = delayS === undefined ? null : delayS * settings.webhooks.secondMs
  return { lastStatus, lastError, durationMs, nextInMs }
}

const wordsFor = (status: number) =>
  status >= 300 && status < 400 ? `answered ${status}; redirects are not followed` : `answered ${status}`

async function disableIfHopeless(tx: Tx, { settings, mailer }: Platform, webhookId: string, sent: Sent) {
  const failing = await updateFailing(tx, webhookId)
  const isGone = 'status' in sent && sent.status === GONE
  const isHopeless = (failing?.failingMs ?? 0) > FAILING_S * settings.webhooks.secondMs
  const reason: DisabledReason | null = isGone ? 'gone' : isHopeless ? 'failing' : null
  if (!reason || !(await updateDisabled(tx, webhookId, reason))) return false
  if (mailer.isConfigured)
    await enqueue(tx, { name: 'mail-webhook-disabled', payload: { webhookId }, key: `webhook-disabled:${webhookId}` })
  return true
}

/** Remembers what a receiver has taken, many at once: a commit for each would take longer than sending it. */
async function recordTaken({ db }: Pick<Platform, 'db'>, webhookId: string, taken: readonly Taken[]) {
  if (taken.length === 0) return
  await inTransaction(db, async (tx) => {
    await updateTaken(tx, webhookId, taken)
    await updateHealthy(tx, webhookId)
  })
}

type Sealed = Pick<WebhookRow, 'webhookId' | 'secret' | 'oldSecret' | 'oldSecretUntil'>

/** The secrets that sign today, newest first. */
function openSecrets(
  { keyring, now }: Pick<Platform, 'keyring' | 'now'>,
  { webhookId, secret, oldSecret, oldSecretUntil }: Sealed,
): readonly [string, ...string[]] {
  const open = (box: Buffer) => keyring.open('webhook', box, webhookId).toString()
  const isBoth = oldSecret && oldSecretUntil && oldSecretUntil > now()
  return isBoth ? [open(secret), open(oldSecret)] : [open(secret)]
}
