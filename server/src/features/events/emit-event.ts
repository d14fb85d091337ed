import { newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres.ts'
import type { Who } from '../audit/actor.ts'
import { eventActor, type NewEvent } from './event.ts'
import { insertEvent } from './outbox.store.ts'

/** Tells of a change in the transaction of that change. Takes the head lock of the workbook. */
export async function emitEvent(tx: Tx, who: Who, { workbookId, kind, data, actor = null }: NewEvent) {
  await insertEvent(tx, { workbookId, eventId: newId(), kind, actor: eventActor(who, actor), data })
}
