import { limitReached, outOfReach } from '../../../people/accounts/accounts.errors.ts'
import { endedMeanwhile } from '../../../people/credentials/credentials.errors.ts'
import { hasEnded, lockOwner } from '../../../people/credentials/credentials.store.ts'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { newId, toWireId } from '../../../platform/ids.ts'
import { readUrl, refuseIfNotPublic } from '../../../platform/outgoing/outgoing-url.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { EVENT_KINDS, type EventKind } from '../event.ts'
import { newWebhookSecret } from './deliveries/signature.ts'
import { managesWebhook, reachOfNew, urlRuleOf } from './webhook.ts'
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  updateSecret,
  updateWebhook,
  type WebhookRow,
} from './webhooks.store.ts'

/** The caller's webhooks, newest first; those that get more than the credential reaches are left out. */
export async function readWebhooks(ctx: Context) {
  const webhooks = await listWebhooks(ctx.db, ctx.caller.userId)
  return webhooks.filter((webhook) => managesWebhook(ctx.caller, webhook))
}

type NewWebhook = { url: string; events?: readonly EventKind[] | undefined }

/** With the secret, which leaves in this answer and never again. */
export type WebhookWithSecret = WebhookRow & { plaintext: string }

/** Sends events to an address from now on; all kinds when none is named. */
export async function createWebhook(ctx: Context, { url, events = [] }: NewWebhook): Promise<WebhookWithSecret> {
  await refuseIfUnreachable(ctx, url)
  const webhookId = newId()
  const plaintext = newWebhookSecret()
  return inTransaction(ctx.db, async (tx) => {
    const { userId } = ctx.caller
    await lockOwner(tx, 'appUser', userId)
    if (await hasEnded(tx, ctx.caller)) throw endedMeanwhile()
    const limit = ctx.settings.webhooks.perUser
    if ((await listWebhooks(tx, userId)).length >= limit) throw limitReached('webhooks', limit)
    const webhook = await insertWebhook(tx, {
      webhookId,
      userId,
      ...reachOfNew(ctx.caller),
      url,
      events: eventsOf(events),
      secret: ctx.keyring.seal('webhook', Buffer.from(plaintext), webhookId),
    })
    return { ...webhook, plaintext }
  })
}

/** An address is judged when it is named, and again whenever something is sent there. */
async function refuseIfUnreachable({ settings }: Pick<Context, 'settings'>, url: string) {
  const rule = urlRuleOf(settings)
  await refuseIfNotPublic(readUrl(url, rule), rule)
}

const eventsOf = (events: readonly EventKind[]): EventKind[] =>
  events.length === 0 ? [...EVENT_KINDS] : [...new Set(events)]

type WebhookChange = {
  url?: string | undefined
  events?: readonly EventKind[] | undefined
  status?: 'active' | 'paused' | undefined
}

/** One that is switched on again starts with a clean slate: what waits for it is sent, what happened meanwhile is not. */
export async function changeWebhook(ctx: Context, webhookId: string, change: WebhookChange): Promise<WebhookRow> {
  const { url, events, status } = change
  const webhook = await openWebhook(ctx, webhookId)
  if (url !== undefined) await refuseIfUnreachable(ctx, url)
  const changes = {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events: eventsOf(events) }),
    ...(status === undefined ? {} : { status, disabledReason: null, failingSince: null }),
  }
  if (Object.keys(changes).length === 0) return webhook
  return inTransaction(ctx.db, (tx) => updateWebhook(tx, webhookId, changes))
}

/** Time for receivers to learn the new one. */
const OVERLAP_MS = 24 * 3_600_000

/** A new secret; the one before signs beside it for a day. */
export async function rotateSecret(ctx: Context, webhookId: string): Promise<WebhookWithSecret> {
  await openWebhook(ctx, webhookId)
  const plaintext = newWebhookSecret()
  const sealed = ctx.keyring.seal('webhook', Buffer.from(plaintext), webhookId)
  const webhook = await inTransaction(ctx.db, (tx) => updateSecret(tx, webhookId, sealed, OVERLAP_MS))
  return { ...webhook, plaintext }
}

/** Nothing is sent there any more, and what was sent is forgotten. */
export async function removeWebhook(ctx: Context, webhookId: string) {
  await openWebhook(ctx, webhookId)
  await inTransaction(ctx.db, (tx) => deleteWebhook(tx, webhookId))
}

/** The only door to a webhook: its owner, with a credential that reaches all of its events. */
export async function openWebhook(ctx: Context, webhookId: string): Promise<WebhookRow> {
  const webhook = await findWebhook(ctx.db, ctx.caller.userId, webhookId)
  if (!webhook) throw notFound('webhook', toWireId('wh', webhookId))
  if (!managesWebhook(ctx.caller, webhook)) throw outOfReach('webhook')
  return webhook
}
