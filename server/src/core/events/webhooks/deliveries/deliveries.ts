import type { Context } from '../../../../platform/context.ts'
import { notFound } from '../../../../platform/errors.ts'
import { newId, toWireId } from '../../../../platform/ids.ts'
import { inTransaction } from '../../../../platform/postgres.ts'
import { eventForgotten } from '../../events.errors.ts'
import { openWebhook } from '../webhooks.ts'
import { type DeliveryPage, findDelivery, insertDelivery, listDeliveries } from './deliveries.store.ts'
import { TEST_KIND } from './delivery.ts'

/** A page of what was sent to a webhook, newest first, and where the next one starts. */
export async function readDeliveries(ctx: Context, webhookId: string, page: DeliveryPage) {
  const { status } = await openWebhook(ctx, webhookId)
  const rows = await listDeliveries(ctx.db, webhookId, page)
  const deliveries = rows.slice(0, page.limit)
  const isActive = status === 'active'
  return { deliveries, isActive, next: rows.length > page.limit ? (deliveries.at(-1)?.deliveryId ?? null) : null }
}

/** Sends an event once more, under its own id, as a delivery of its own. */
export async function redeliver(ctx: Context, webhookId: string, deliveryId: string) {
  await openWebhook(ctx, webhookId)
  const delivery = await findDelivery(ctx.db, webhookId, deliveryId)
  if (!delivery) throw notFound('delivery', toWireId('dlv', deliveryId))
  if (!delivery.isKept) throw eventForgotten()
  const { eventId, kind, workbookId, eventDay, sequence } = delivery
  return inTransaction(ctx.db, (tx) =>
    insertDelivery(tx, { webhookId, deliveryId: newId(), eventId, kind, workbookId, eventDay, sequence }),
  )
}

/** Sends a test without an event, signed like everything else. */
export async function testWebhook(ctx: Context, webhookId: string) {
  await openWebhook(ctx, webhookId)
  return inTransaction(ctx.db, (tx) =>
    insertDelivery(tx, { webhookId, deliveryId: newId(), eventId: newId(), kind: TEST_KIND }),
  )
}
