import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { newId, toWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { eventForgotten } from '../events/events.errors.ts'
import { findDelivery, insertDelivery } from './deliveries.store.ts'
import { openWebhook } from './open-webhook.ts'

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
