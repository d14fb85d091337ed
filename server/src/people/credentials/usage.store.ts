import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres.ts'

/** Requests of a credential or an account. */
export type Count = { id: string; requests: number }

/** Adds to today's counts, UTC, all credentials in one statement. */
export async function addUsage(tx: Tx, counts: Count[]) {
  await sql`
    insert into credential_usage as u (credential_id, day, requests)
    ${todays(counts)}
    on conflict (credential_id, day) do update set requests = u.requests + excluded.requests
  `.execute(tx)
}

export async function addAccountRequests(tx: Tx, counts: Count[]) {
  await sql`
    insert into account_requests as r (account_id, day, requests)
    ${todays(counts)}
    on conflict (account_id, day) do update set requests = r.requests + excluded.requests
  `.execute(tx)
}

/** Always in the same order: two nodes never deadlock. */
function todays(counts: Count[]) {
  const sorted = counts.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return sql`select id, (now() at time zone 'UTC')::date, n
    from unnest(${sorted.map(({ id }) => id)}::uuid[], ${sorted.map(({ requests }) => requests)}::bigint[]) as counted (id, n)`
}

/** Days without a request have no row. */
export function listTokenUsage(db: Db, userId: string, days: number) {
  return db
    .selectFrom('credential')
    .leftJoin('credentialUsage', (join) =>
      join
        .onRef('credentialUsage.credentialId', '=', 'credential.credentialId')
        .on('credentialUsage.day', '>', sql<string>`(now() at time zone 'UTC')::date - ${days}::int`),
    )
    .selectAll('credential')
    .select(['credentialUsage.day', 'credentialUsage.requests'])
    .where('credential.userId', '=', userId)
    .where('credential.kind', '=', 'pat')
    .orderBy('credential.credentialId', 'desc')
    .orderBy('credentialUsage.day')
    .execute()
}

/** Those of an account that is gone. */
export async function deleteAccountRequests(tx: Tx, accountId: string) {
  await tx.deleteFrom('accountRequests').where('accountId', '=', accountId).execute()
}

/** Of days that are no longer shown. */
export async function deleteOldAccountRequests(tx: Tx, days: number) {
  const oldest = sql<string>`(now() at time zone 'UTC')::date - ${days}::int`
  await tx.deleteFrom('accountRequests').where('day', '<', oldest).execute()
}
