import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/postgres.ts'

/** An event as it is sent: the payload that webhooks get. */
export type EventToSend = { eventId: string; kind: string; payload: Record<string, unknown> }

/** A place in the order of events. Times are texts: a Date would cut off their microseconds. */
export type EventPlace = { workbookId: string; at: string; sequence: number }

export async function findEventPlace(db: Db, eventId: string): Promise<EventPlace | undefined> {
  const { rows } = await sql<EventPlace>`
    select workbook_id, at::text as at, sequence from outbox where event_id = ${eventId}
  `.execute(db)
  return rows[0]
}

/** Where a workbook's events stand now. */
export async function findNewestPlace(db: Db, workbookId: string): Promise<EventPlace | undefined> {
  const { rows } = await sql<EventPlace>`
    select workbook_id, last_at::text as at, event_seq as sequence from workbook_head where workbook_id = ${workbookId}
  `.execute(db)
  return rows[0]
}

/** Up to when nothing can be added any more. To be asked in a statement of its own, before the events are. */
export async function findSettledUntil(db: Db): Promise<string> {
  const { rows } = await sql<{ until: string }>`select events_settled_until()::text as until`.execute(db)
  return rows[0]?.until ?? '-infinity'
}

/** Of the changes of a table within one second the last is sent. */
const isSuperseded = sql<boolean>`(o.kind = 'artifact.updated' and exists (
  select from outbox n
  where n.workbook_id = o.workbook_id and n.at >= o.at and n.at < date_trunc('second', o.at) + interval '1 second'
    and n.sequence > o.sequence and n.kind = o.kind and n.day >= o.day
    and n.payload #>> '{data,artifact,id}' = o.payload #>> '{data,artifact,id}'))`

/** Days begin with their transactions, which may be somewhat before the event. */
const dayOf = (at: string) => sql`(${at}::timestamptz at time zone 'UTC')::date - 1`

export type EventsPage = { after: EventPlace | null; until: string; limit: number }

/** Events of all workbooks the caller can read and the credential reaches, in the order they happened. */
export async function listEventsFor(
  db: Db,
  caller: Caller,
  { after, until, limit }: EventsPage,
): Promise<(EventToSend & { at: string })[]> {
  const from = after ?? { workbookId: '00000000-0000-0000-0000-000000000000', at: '-infinity', sequence: 0 }
  const isLater = sql`(o.at, o.workbook_id, o.sequence) > (${from.at}::timestamptz, ${from.workbookId}::uuid, ${from.sequence}::bigint)`
  const { rows } = await sql<EventToSend & { at: string }>`
    with readable as (${readableWorkbooks(caller)})
    select sent.* from readable cross join lateral (
      select o.event_id, o.kind, o.payload, o.at, o.workbook_id, o.sequence from outbox o
      where o.workbook_id = readable.workbook_id and o.at >= ${from.at}::timestamptz and o.at < ${until}::timestamptz
        ${after ? sql`and o.day >= ${dayOf(from.at)}` : sql``} and ${isLater} and not ${isSuperseded}
      order by o.at, o.sequence limit ${limit}) as sent
    order by sent.at, sent.workbook_id, sent.sequence limit ${limit}
  `.execute(db)
  return rows
}

/** As roleInWorkbook decides: by account, workspace or sharing. A key stands for its account. */
function readableWorkbooks({ kind, userId, accountId, reach }: Caller): RawBuilder<unknown> {
  const isReached = {
    everything: sql`true`,
    account: sql`s.account_id = ${accountId}`,
    workspace: sql`s.workspace_id = ${reach.kind === 'workspace' ? reach.workspaceId : null}`,
    workbook: sql`w.workbook_id = ${reach.kind === 'workbook' ? reach.workbookId : null}`,
  }[reach.kind]
  const seen =
    kind === 'key'
      ? sql`select w.workbook_id from workspace s join workbook w using (workspace_id) where s.account_id = ${accountId}`
      : sql`
          select w.workbook_id from account a join workspace s using (account_id) join workbook w using (workspace_id)
            where a.owner_id = ${userId}
          union select w.workbook_id from workspace_member m join workbook w using (workspace_id) where m.user_id = ${userId}
          union select m.workbook_id from workbook_member m where m.user_id = ${userId}`
  return sql`
    select w.workbook_id from (${seen}) as seen join workbook w using (workbook_id) join workspace s using (workspace_id)
    where w.deleted_at is null and ${isReached}`
}

/** Events of one workbook behind a place. Those of the second under way wait until it is over. */
export async function listEventsAfter(db: Db, { workbookId, at, sequence }: EventPlace, limit: number) {
  const { rows } = await sql<EventToSend & EventPlace>`
    select o.event_id, o.kind, o.payload, o.workbook_id, o.at::text as at, o.sequence from outbox o
    where o.workbook_id = ${workbookId} and o.at >= ${at}::timestamptz and o.sequence > ${sequence}
      and o.at < date_trunc('second', clock_timestamp()) and o.day >= ${dayOf(at)} and not ${isSuperseded}
    order by o.at, o.sequence limit ${limit}
  `.execute(db)
  return rows
}
