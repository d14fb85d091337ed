import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import type { EventKind } from '../events/event.ts'
import { eventsOf, refuseIfUnreachable } from './create-webhook.ts'
import { openWebhook } from './open-webhook.ts'
import { updateWebhook, type WebhookRow } from './webhooks.store.ts'

export type WebhookChange = {
  url?: string | undefined
  events?: readonly EventKind[] | undefined
  status?: 'active' | 'paused' | undefined
}

/** One that is switched on again starts with a clean slate: what waits for it is sent, what was not told meanwhile is not. */
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
