import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { openWebhook } from './open-webhook.ts'
import { deleteWebhook } from './webhooks.store.ts'

/** Nothing is sent there any more, and what was sent is forgotten. */
export async function removeWebhook(ctx: Context, webhookId: string) {
  await openWebhook(ctx, webhookId)
  await inTransaction(ctx.db, (tx) => deleteWebhook(tx, webhookId))
}
