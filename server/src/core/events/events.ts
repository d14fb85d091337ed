import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres.ts'
import type { Who } from '../audit/actor.ts'
import { eventActor, type NewEvent } from './event.ts'
import { eventForgotten } from './events.errors.ts'
import { findEventPlace, findSettledUntil, listEventsFor } from './events-to-send.store.ts'
import { insertEvent } from './outbox.store.ts'

/** Emits an event in the transaction of its change. Takes the head lock of the workbook. */
export async function emitEvent(tx: Tx, who: Who, { workbookId, kind, data, actor = null }: NewEvent) {
  await insertEvent(tx, { workbookId, eventId: newId(), kind, actor: eventActor(who, actor), data })
}

type EventsQuery = { after: string | null; limit: number }

/** What happened since an event, in all workbooks the caller can read: the way to catch up after an outage. */
export async function readEvents(ctx: Context, { after, limit }: EventsQuery) {
  const place = after ? await findEventPlace(ctx.db, after) : undefined
  if (after && !place) throw eventForgotten()
  const until = await findSettledUntil(ctx.db)
  return listEventsFor(ctx.db, ctx.caller, { after: place ?? null, until, limit })
}
