import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { outOfReach } from '../accounts/accounts.errors.ts'
import { managesWebhook } from './webhook.ts'
import { findWebhook, type WebhookRow } from './webhooks.store.ts'

/** The only door to a webhook: its owner, with a credential that reaches all that it is told of. */
export async function openWebhook(ctx: Context, webhookId: string): Promise<WebhookRow> {
  const webhook = await findWebhook(ctx.db, ctx.caller.userId, webhookId)
  if (!webhook) throw notFound('webhook', toWireId('wh', webhookId))
  if (!managesWebhook(ctx.caller, webhook)) throw outOfReach('webhook')
  return webhook
}
