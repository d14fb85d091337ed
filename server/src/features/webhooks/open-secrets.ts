import type { Platform } from '../../platform/context.ts'
import type { WebhookRow } from './webhooks.store.ts'

type Sealed = Pick<WebhookRow, 'webhookId' | 'secret' | 'oldSecret' | 'oldSecretUntil'>

/** The secrets that sign today, newest first. */
export function openSecrets(
  { keyring, now }: Pick<Platform, 'keyring' | 'now'>,
  { webhookId, secret, oldSecret, oldSecretUntil }: Sealed,
): readonly [string, ...string[]] {
  const open = (box: Buffer) => keyring.open('webhook', box, webhookId).toString()
  const isBoth = oldSecret && oldSecretUntil && oldSecretUntil > now()
  return isBoth ? [open(secret), open(oldSecret)] : [open(secret)]
}
