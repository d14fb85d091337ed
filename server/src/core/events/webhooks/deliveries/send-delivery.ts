import { toWireId } from '../../../../platform/ids.ts'
import type { Outgoing } from '../../../../platform/outgoing/outgoing.ts'
import type { Due } from './delivery.ts'
import { signatureHeaders } from './signature.ts'

export const CONNECT_MS = 5_000
/** A receiver has this long to answer. */
const TIMEOUT_MS = 15_000
/** Its answer is not read; so much is taken so that the connection can be used again. */
const ANSWER_BYTES = 64 * 1024

export type Letter = {
  url: string
  secrets: readonly [string, ...string[]]
  delivery: Pick<Due, 'deliveryId' | 'eventId' | 'kind'>
  body: string
  at: Date
}

/** The result. Errors have our words and our length: what a receiver says is not shown here. */
export type Sent = { status: number; retryAfter: string | undefined } | { error: string }

/** Sends one event to one receiver. */
export async function sendDelivery(outgoing: Outgoing, letter: Letter): Promise<Sent> {
  try {
    return await post(outgoing, letter)
  } catch (error) {
    // A kept connection may end just as it is used again: that says nothing about the receiver.
    if (!isBroken(error)) return { error: report(error) }
    return post(outgoing, letter).catch((again: unknown) => ({ error: report(again) }))
  }
}

async function post(outgoing: Outgoing, { url, secrets, delivery, body, at }: Letter): Promise<Sent> {
  const {
    statusCode,
    headers,
    body: answer,
  } = await outgoing.request({
    url,
    method: 'POST',
    timeoutMs: TIMEOUT_MS,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'svc-webhooks/1',
      'x-svc-event': delivery.kind,
      'x-svc-delivery': toWireId('dlv', delivery.deliveryId),
      ...signatureHeaders({ id: toWireId('evt', delivery.eventId), body, at, secrets }),
    },
  })
  // It has been taken, whatever becomes of the rest.
  answer.dump({ limit: ANSWER_BYTES, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined)
  const { 'retry-after': retryAfter } = headers
  return { status: statusCode, retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined }
}

const BROKEN: ReadonlySet<unknown> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

const isBroken = (error: unknown) => BROKEN.has(codeOf(error))

/** One word for all that goes wrong on the way, so that it does not reveal which ports are open. */
function report(error: unknown): string {
  if (codeOf(error) === 'url_refused') return 'the address is refused: it does not lead to the public'
  const isLate = error instanceof Error && /Timeout/.test(error.name)
  return isLate ? 'no answer in time' : 'the receiver could not be reached'
}
