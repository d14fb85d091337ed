import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Webhook } from 'standardwebhooks'

/** By both signatures: our own over the body, and the one that a stock library checks. */
export function isSignedWebhook(secret: string, headers: IncomingHttpHeaders, body: string): boolean {
  const own = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>) // Safe: none of its headers comes twice.
    return headers['x-svc-signature'] === own
  } catch {
    return false
  }
}
