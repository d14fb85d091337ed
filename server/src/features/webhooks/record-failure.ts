import type { Platform } from '../../platform/context.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { enqueue } from '../../platform/queue.store.ts'
import { type Failure, updateFailed } from './deliveries.store.ts'
import type { Due } from './delivery.ts'
import { delayAfter, FAILING_S, waitAskedFor } from './retry.ts'
import type { Sent } from './send-delivery.ts'
import type { DisabledReason } from './webhook.ts'
import { updateDisabled, updateFailing } from './webhooks.store.ts'

const GONE = 410

export type Failed = { webhookId: string; delivery: Due; sent: Sent; durationMs: number }

/** Remembers that an attempt failed and when the next one comes. False: the webhook is now switched off. */
export async function recordFailure(platform: Platform, { webhookId, delivery, sent, durationMs }: Failed) {
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
