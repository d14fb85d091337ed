import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** A secret in the form of Standard Webhooks. */
export const newWebhookSecret = () => PREFIX + randomBytes(32).toString('base64')

export type Signed = { id: string; body: string; at: Date; secrets: readonly [string, ...string[]] }

/**
 * Two signatures: one over the body alone under the newest secret, and those of Standard Webhooks, over id and time
 * too, so that an old request cannot be sent again. While a secret is being changed, both sign.
 */
export function signatureHeaders({ id, body, at, secrets }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const standard = secrets.map((secret) => `v1,${hmac(keyOf(secret), `${id}.${timestamp}.${body}`).toString('base64')}`)
  return {
    'x-svc-signature': `sha256=${hmac(Buffer.from(secrets[0]), body).toString('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  }
}

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const keyOf = (secret: string) => Buffer.from(secret.slice(PREFIX.length), 'base64')
