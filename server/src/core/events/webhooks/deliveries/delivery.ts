import { toWireId } from '../../../../platform/ids.ts'

/** One event on its way to one webhook: pending, then succeeded, or failed again and again until it is exhausted. */
export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'exhausted'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** Sent on request, to see whether a receiver is there; names no workbook. */
export const TEST_KIND = 'webhook.test'

/** A delivery whose time has come. */
export type Due = {
  deliveryId: string
  eventId: string
  kind: string
  /** Deliveries of one workbook are sent one after another. */
  workbookId: string | null
  attempts: number
  createdAt: Date
  /** The event as it was emitted; null for a test, and once the event is no longer kept. */
  payload: string | null
  /** May the webhook's owner still read the workbook? */
  isReadable: boolean
  /** Its second is not over: a later change of the same table may take its place. */
  isUnsettled: boolean
  /** A later change of the same table in the same second is sent instead. */
  isSuperseded: boolean
}

/** The body to send; undefined when there is nothing left to tell. */
export function bodyOf(webhookId: string, { eventId, kind, createdAt, payload }: Due): string | undefined {
  if (kind !== TEST_KIND) return payload ?? undefined
  const id = toWireId('evt', eventId)
  const data = { webhook_id: toWireId('wh', webhookId) }
  return JSON.stringify({ id, type: kind, timestamp: createdAt.toISOString(), data })
}

/** First attempts in one lane per workbook, in the order they were emitted; what failed before keeps no order. */
export function lanesOf(due: readonly Due[]): Due[][] {
  const lanes = new Map<string, Due[]>()
  for (const delivery of due) {
    const lane = delivery.attempts > 0 ? 'again' : (delivery.workbookId ?? 'test')
    const known = lanes.get(lane)
    if (known) known.push(delivery)
    else lanes.set(lane, [delivery])
  }
  return [...lanes.values()]
}
