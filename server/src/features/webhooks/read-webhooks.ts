import type { Context } from '../../platform/context.ts'
import { managesWebhook } from './webhook.ts'
import { listWebhooks } from './webhooks.store.ts'

/** The caller's webhooks, newest first; those that are told of more than he reaches are not named. */
export async function readWebhooks(ctx: Context) {
  const webhooks = await listWebhooks(ctx.db, ctx.caller.userId)
  return webhooks.filter((webhook) => managesWebhook(ctx.caller, webhook))
}
