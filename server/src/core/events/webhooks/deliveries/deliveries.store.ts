import { type Insertable, type Selectable, sql } from 'kysely'
import type { Delivery } from '../../../../platform/database/database-schema.ts'
import type { Db, Tx } from '../../../../platform/postgres.ts'
import type { DeliveryStatus, Due } from './delivery.ts'

export type DeliveryRow = Selectable<Delivery>

/** What is due at one webhook, oldest first, with what is to be known before it is sent. */
export async function listDue(
  db: Db,
  { webhookId, userId }: { webhookId: string; userId: string },
  limit: number,
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with due as (
      select d.*, d.coalesced_by is not null and d.attempts = 0 as is_coalesced, date_trunc('second', d.due_at) as second
      from delivery d where d.webhook_id = ${webhookId} and d.due_at <= clock_timestamp()
      order by d.due_at, d.sequence limit ${limit})
    select due.delivery_id, due.event_id, due.kind, due.workbook_id, due.attempts, due.created_at, o.payload::text as payload,
      due.workbook_id is null or is_reader(${userId}, due.workbook_id) as is_readable,
      is_coalesced and second = date_trunc('second', clock_timestamp()) as is_unsettled,
      is_coalesced and due.sequence < max(due.sequence) over (
        partition by is_coalesced, due.workbook_id, due.coalesced_by, second) as is_superseded
    from due left join outbox o on o.workbook_id = due.workbook_id and o.event_id = due.event_id and o.day = due.event_day
    order by due.due_at, due.sequence
  `.execute(db)
  return rows
}

export async function deleteDeliveries(tx: Tx, webhookId: string, deliveryIds: readonly string[]) {
  await tx.deleteFrom('delivery').where('webhookId', '=', webhookId).where('deliveryId', 'in', deliveryIds).execute()
}

/** A delivery that its receiver has taken. */
export type Taken = { deliveryId: string; attempts: number; lastStatus: number; durationMs: number }

/** Leaves alone what another dispatcher has tried meanwhile. */
export async function updateTaken(tx: Tx, webhookId: string, taken: readonly Taken[]) {
  await sql`
    update delivery d
    set status = 'succeeded', attempts = d.attempts + 1, due_at = null, last_status = t."lastStatus", last_error = null,
        duration_ms = t."durationMs", last_attempt_at = clock_timestamp()
    from json_to_recordset(${JSON.stringify(taken)}::json)
      as t ("deliveryId" uuid, attempts integer, "lastStatus" integer, "durationMs" integer)
    where d.webhook_id = ${webhookId} and d.delivery_id = t."deliveryId" and d.attempts = t.attempts and d.due_at is not null
  `.execute(tx)
}

/** An attempt that failed. `nextInMs`: null when it was the last. */
export type Failure = {
  lastStatus: number | null
  lastError: string | null
  durationMs: number
  nextInMs: number | null
}

/** False: another dispatcher has made this attempt meanwhile. */
export async function updateFailed(
  tx: Tx,
  webhookId: string,
  { deliveryId, attempts }: Pick<Due, 'deliveryId' | 'attempts'>,
  { nextInMs, ...failure }: Failure,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('delivery')
    .set({
      ...failure,
      status: nextInMs === null ? 'exhausted' : 'failed',
      attempts: attempts + 1,
      lastAttemptAt: sql<Date>`clock_timestamp()`,
      dueAt:
        nextInMs === null
          ? null
          : sql<Date>`clock_timestamp() + make_interval(secs => ${nextInMs}::double precision / 1000)`,
    })
    .where('webhookId', '=', webhookId)
    .where('deliveryId', '=', deliveryId)
    .where('attempts', '=', attempts)
    .where('dueAt', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What will never be sent, and why. */
export async function updateWithdrawn(tx: Tx, webhookId: string, deliveryIds: readonly string[], lastError: string) {
  await tx
    .updateTable('delivery')
    .set({ status: 'failed', dueAt: null, lastError })
    .where('webhookId', '=', webhookId)
    .where('deliveryId', 'in', deliveryIds)
    .where('dueAt', 'is not', null)
    .execute()
}

export function insertDelivery(tx: Tx, delivery: Insertable<Delivery>): Promise<DeliveryRow> {
  return tx
    .insertInto('delivery')
    .values({ ...delivery, dueAt: sql<Date>`clock_timestamp()` })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** With whether its event is still kept. */
export function findDelivery(db: Db, webhookId: string, deliveryId: string) {
  return db
    .selectFrom('delivery')
    .selectAll()
    .select(
      sql<boolean>`workbook_id is null or exists (
        select from outbox o where o.workbook_id = delivery.workbook_id and o.event_id = delivery.event_id
          and o.day = delivery.event_day)`.as('isKept'),
    )
    .where('webhookId', '=', webhookId)
    .where('deliveryId', '=', deliveryId)
    .executeTakeFirst()
}

export type DeliveryPage = { limit: number; after: string | null; status: DeliveryStatus | null }

/** Newest first, one more than a page. */
export function listDeliveries(
  db: Db,
  webhookId: string,
  { limit, after, status }: DeliveryPage,
): Promise<DeliveryRow[]> {
  let query = db
    .selectFrom('delivery')
    .selectAll()
    .where('webhookId', '=', webhookId)
    .orderBy('deliveryId', 'desc')
    .limit(limit + 1)
  if (after) query = query.where('deliveryId', '<', after)
  if (status) query = query.where('status', '=', status)
  return query.execute()
}

/** How many went; fewer than the limit when no more are old enough. Found by their ids, which tell their age. */
export async function deleteOldDeliveries(tx: Tx, bornBefore: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from delivery d using (
      select old.webhook_id, old.delivery_id from webhook w cross join lateral (
        select o.webhook_id, o.delivery_id from delivery o
        where o.webhook_id = w.webhook_id and o.delivery_id < ${bornBefore} order by o.delivery_id limit ${limit}) as old
      limit ${limit}) as old
    where d.webhook_id = old.webhook_id and d.delivery_id = old.delivery_id
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
