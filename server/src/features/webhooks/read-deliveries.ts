import type { Context } from '../../platform/context.ts'
import { type DeliveryPage, listDeliveries } from './deliveries.store.ts'
import { openWebhook } from './open-webhook.ts'

/** A page of what was sent to a webhook, newest first, and where the next one starts. */
export async function readDeliveries(ctx: Context, webhookId: string, page: DeliveryPage) {
  const { status } = await openWebhook(ctx, webhookId)
  const rows = await listDeliveries(ctx.db, webhookId, page)
  const deliveries = rows.slice(0, page.limit)
  const isActive = status === 'active'
  return { deliveries, isActive, next: rows.length > page.limit ? (deliveries.at(-1)?.deliveryId ?? null) : null }
}
