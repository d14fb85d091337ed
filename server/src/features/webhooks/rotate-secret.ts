import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import type { WebhookWithSecret } from './create-webhook.ts'
import { openWebhook } from './open-webhook.ts'
import { newWebhookSecret } from './signature.ts'
import { updateSecret } from './webhooks.store.ts'

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
