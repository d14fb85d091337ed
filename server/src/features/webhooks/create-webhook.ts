import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { readUrl, refuseIfNotPublic } from '../../platform/outgoing-url.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { limitReached } from '../accounts/accounts.errors.ts'
import { endedMeanwhile } from '../credentials/credentials.errors.ts'
import { hasEnded, lockOwner } from '../credentials/credentials.store.ts'
import { EVENT_KINDS, type EventKind } from '../events/event.ts'
import { newWebhookSecret } from './signature.ts'
import { reachOfNew, urlRuleOf } from './webhook.ts'
import { insertWebhook, listWebhooks, type WebhookRow } from './webhooks.store.ts'

export type NewWebhook = { url: string; events?: readonly EventKind[] | undefined }

/** With the secret, which leaves in this answer and never again. */
export type WebhookWithSecret = WebhookRow & { plaintext: string }

/** Has an address told of events from now on; of all kinds when none is named. */
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
export async function refuseIfUnreachable({ settings }: Pick<Context, 'settings'>, url: string) {
  const rule = urlRuleOf(settings)
  await refuseIfNotPublic(readUrl(url, rule), rule)
}

export const eventsOf = (events: readonly EventKind[]): EventKind[] =>
  events.length === 0 ? [...EVENT_KINDS] : [...new Set(events)]
