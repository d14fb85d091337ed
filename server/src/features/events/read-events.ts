import type { Context } from '../../platform/context.ts'
import { eventForgotten } from './events.errors.ts'
import { findEventPlace, findSettledUntil, listEventsFor } from './told-events.store.ts'

export type EventsAsked = { after: string | null; limit: number }

/** What happened since an event, in all workbooks the caller can read: the way to catch up after an outage. */
export async function readEvents(ctx: Context, { after, limit }: EventsAsked) {
  const place = after ? await findEventPlace(ctx.db, after) : undefined
  if (after && !place) throw eventForgotten()
  const until = await findSettledUntil(ctx.db)
  return listEventsFor(ctx.db, ctx.caller, { after: place ?? null, until, limit })
}
