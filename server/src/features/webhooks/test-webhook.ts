import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { insertDelivery } from './deliveries.store.ts'
import { TEST_KIND } from './delivery.ts'
import { openWebhook } from './open-webhook.ts'

/** Sends something that tells of nothing, signed like everything else. */
export async function testWebhook(ctx: Context, webhookId: string) {
  await openWebhook(ctx, webhookId)
  return inTransaction(ctx.db, (tx) =>
    insertDelivery(tx, { webhookId, deliveryId: newId(), eventId: newId(), kind: TEST_KIND }),
  )
}
