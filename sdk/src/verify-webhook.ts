import type { BinderyEvent } from './generated/types.ts'

export type WebhookRequest = {
  /** As creating or rotating it answered; both of them while a receiver changes from one to the other. */
  secret: string | readonly string[]
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** As it came: text that was parsed and written again is not what was signed. */
  body: string | ArrayBuffer | Uint8Array<ArrayBuffer>
  /** How old a request may be, or how far ahead of us its sender's clock; five minutes when left out. */
  toleranceSeconds?: number
  now?: Date
}

/** The sender does not hold the secret, or sent this long ago. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused'
}

const TOLERANCE_SECONDS = 300

/** The event that a request brings, once its signature has been found right. */
export async function verifyWebhook(request: WebhookRequest): Promise<BinderyEvent> {
  const { toleranceSeconds = TOLERANCE_SECONDS, now = new Date() } = request
  const id = headerOf(request, 'webhook-id')
  const timestamp = headerOf(request, 'webhook-timestamp')
  const ageSeconds = Math.abs(now.getTime() / 1000 - Number(timestamp))
  // Said so that what is no number is refused too.
  if (!(ageSeconds <= toleranceSeconds)) throw new WebhookRefused('The request is too old, or from the future')
  const body = typeof request.body === 'string' ? new TextEncoder().encode(request.body) : new Uint8Array(request.body)
  const signed = await new Blob([`${id}.${timestamp}.`, body]).arrayBuffer()
  const signatures = headerOf(request, 'webhook-signature').split(' ').flatMap(signatureIn)
  for (const secret of [request.secret].flat()) {
    const key = await keyOf(secret)
    // WebCrypto compares in constant time.
    for (const signature of signatures) {
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return JSON.parse(new TextDecoder().decode(body))
    }
  }
  throw new WebhookRefused('No signature of the request is right')
}

function headerOf({ headers }: WebhookRequest, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value !== 'string') throw new WebhookRefused(`The request has no header ${name}`)
  return value
}

/** `v1,<base64>`; other versions are for receivers that know them. */
function signatureIn(text: string): Uint8Array<ArrayBuffer>[] {
  const [version, signature = ''] = text.split(',')
  return version === 'v1' ? fromBase64(signature) : []
}

function keyOf(secret: string) {
  const [bytes] = fromBase64(secret.replace(/^whsec_/, ''))
  if (!bytes || bytes.length === 0) throw new TypeError('The secret of a webhook is whsec_ and base64')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/** Nothing when it is no base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer>[] {
  try {
    return [Uint8Array.from(atob(text), (character) => character.charCodeAt(0))]
  } catch {
    return []
  }
}
