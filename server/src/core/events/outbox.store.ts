import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres.ts'
import type { EventKind } from './event.ts'

export type EventRow = { workbookId: string; eventId: string; kind: EventKind; actor: unknown; data: unknown }

/** The database numbers the event and completes its payload; one over 20 KB breaks a constraint. */
export async function insertEvent(tx: Tx, { workbookId, eventId, kind, actor, data }: EventRow) {
  await sql`
    select emit_event(${workbookId}, ${eventId}, ${kind}, ${JSON.stringify(actor)}::json, ${JSON.stringify(data)}::json)
  `.execute(tx)
}

/** Today and the days to come each have a partition of their own afterwards. */
export async function ensureOutboxDays(tx: Tx, ahead: number) {
  await sql`select ensure_outbox_days(${ahead})`.execute(tx)
}

export async function dropOutboxDays(tx: Tx, kept: number) {
  await sql`select drop_outbox_days(${kept})`.execute(tx)
}
