import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Webhook } from '../../../platform/database/database-schema.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'
import type { DisabledReason } from './webhook.ts'

export type WebhookRow = Selectable<Webhook>

export function insertWebhook(tx: Tx, webhook: Insertable<Webhook>): Promise<WebhookRow> {
  return tx.insertInto('webhook').values(webhook).returningAll().executeTakeFirstOrThrow()
}

export function listWebhooks(db: Db, userId: string): Promise<WebhookRow[]> {
  return db.selectFrom('webhook').selectAll().where('userId', '=', userId).orderBy('webhookId', 'desc').execute()
}

export function findWebhook(db: Db, userId: string, webhookId: string): Promise<WebhookRow | undefined> {
  return db
    .selectFrom('webhook')
    .selectAll()
    .where('webhookId', '=', webhookId)
    .where('userId', '=', userId)
    .executeTakeFirst()
}

export function updateWebhook(tx: Tx, webhookId: string, changes: Updateable<Webhook>): Promise<WebhookRow> {
  return tx
    .updateTable('webhook')
    .set(changes)
    .where('webhookId', '=', webhookId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The secret that was new until now signs for another day. */
export function updateSecret(tx: Tx, webhookId: string, secret: Buffer, overlapMs: number): Promise<WebhookRow> {
  return tx
    .updateTable('webhook')
    .set((eb) => ({
      oldSecret: eb.ref('secret'),
      oldSecretUntil: sql<Date>`now() + make_interval(secs => ${overlapMs}::double precision / 1000)`,
      secret,
    }))
    .where('webhookId', '=', webhookId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteWebhook(tx: Tx, webhookId: string) {
  await tx.deleteFrom('webhook').where('webhookId', '=', webhookId).execute()
}

/** What a dispatcher needs to know of a webhook it serves. */
export type Served = Pick<
  WebhookRow,
  'webhookId' | 'userId' | 'url' | 'secret' | 'oldSecret' | 'oldSecretUntil' | 'failingSince'
>

/**
 * Takes on webhooks that have something due and that no dispatcher serves, healthy ones first. Walks from one webhook that has
 * something waiting to the next, so that neither idle ones nor long queues cost anything.
 */
export async function updateServed(
  tx: Tx,
  dispatcherId: string,
  { leaseMs, most, mostFailing }: { leaseMs: number; most: number; mostFailing: number },
): Promise<Served[]> {
  const { rows } = await sql<Served>`
    with recursive waiting as (
      (select webhook_id from delivery where due_at is not null order by webhook_id limit 1)
      union all
      select (
        select d.webhook_id from delivery d where d.due_at is not null and d.webhook_id > waiting.webhook_id
        order by d.webhook_id limit 1)
      from waiting where waiting.webhook_id is not null
    ), free as (
      select w.webhook_id, w.failing_since, row_number() over (partition by w.failing_since is null order by random()) as place
      from waiting join webhook w using (webhook_id)
      where w.status = 'active' and (w.served_until is null or w.served_until < clock_timestamp())
        and exists (select from delivery d where d.webhook_id = w.webhook_id and d.due_at <= clock_timestamp())
    ), chosen as (
      select w.webhook_id from webhook w
      where w.webhook_id in (
          select webhook_id from free where failing_since is null or place <= ${mostFailing}
          order by failing_since is not null, place limit ${most})
        and w.status = 'active' and (w.served_until is null or w.served_until < clock_timestamp())
      for update skip locked
    )
    update webhook w set courier_id = ${dispatcherId}, served_until = ${inMs(leaseMs)}
    from chosen where w.webhook_id = chosen.webhook_id
    returning w.webhook_id, w.user_id, w.url, w.secret, w.old_secret, w.old_secret_until, w.failing_since
  `.execute(tx)
  return rows
}

/** Which of them this dispatcher still serves; the others were paused, or taken over when it was thought dead. */
export async function updateServedLonger(
  tx: Tx,
  dispatcherId: string,
  webhookIds: readonly string[],
  leaseMs: number,
): Promise<string[]> {
  const kept = await tx
    .updateTable('webhook')
    .set({ servedUntil: inMs(leaseMs) })
    .where('webhookId', 'in', webhookIds)
    .where('courierId', '=', dispatcherId)
    .where('status', '=', 'active')
    .where('servedUntil', '>', sql<Date>`clock_timestamp()`)
    .returning('webhookId')
    .execute()
  return kept.map(({ webhookId }) => webhookId)
}

/** Free for the next dispatcher. */
export async function updateNotServed(tx: Tx, dispatcherId: string, webhookId: string) {
  await tx
    .updateTable('webhook')
    .set({ courierId: null, servedUntil: null })
    .where('webhookId', '=', webhookId)
    .where('courierId', '=', dispatcherId)
    .execute()
}

/** Recorded at most once a second while all is well. */
export async function updateHealthy(tx: Tx, webhookId: string) {
  await tx
    .updateTable('webhook')
    .set({ lastSuccessAt: sql<Date>`clock_timestamp()`, failingSince: null })
    .where('webhookId', '=', webhookId)
    .where(
      sql<boolean>`failing_since is not null or last_success_at is null or last_success_at < clock_timestamp() - interval '1 second'`,
    )
    .execute()
}

/** Since when it has been failing; the first failure counts. */
export async function updateFailing(tx: Tx, webhookId: string): Promise<{ failingMs: number } | undefined> {
  return tx
    .updateTable('webhook')
    .set({ failingSince: sql<Date>`coalesce(failing_since, clock_timestamp())` })
    .where('webhookId', '=', webhookId)
    .returning(
      sql<number>`extract(epoch from clock_timestamp() - failing_since)::double precision * 1000`.as('failingMs'),
    )
    .executeTakeFirst()
}

/** False: it was not active any more. */
export async function updateDisabled(tx: Tx, webhookId: string, reason: DisabledReason): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook')
    .set({ status: 'disabled', disabledReason: reason })
    .where('webhookId', '=', webhookId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const inMs = (ms: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${ms}::double precision / 1000)`

/** Who gets the mail that a webhook is no longer served. */
export function findDisabledWebhook(db: Db, webhookId: string) {
  return db
    .selectFrom('webhook')
    .innerJoin('appUser', 'appUser.userId', 'webhook.userId')
    .select(['webhook.url', 'webhook.disabledReason', 'appUser.email'])
    .where('webhook.webhookId', '=', webhookId)
    .where('webhook.status', '=', 'disabled')
    .executeTakeFirst()
}
