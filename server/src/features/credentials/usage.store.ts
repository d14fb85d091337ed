import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres.ts'

export type Count = { credentialId: string; requests: number }

/** Adds to today's counts, UTC, all credentials in one statement. Always in the same order: two nodes never deadlock. */
export async function addUsage(tx: Tx, counts: Count[]) {
  const sorted = counts.toSorted((a, b) => (a.credentialId < b.credentialId ? -1 : 1))
  await sql`
    insert into credential_usage as u (credential_id, day, requests)
    select id, (now() at time zone 'UTC')::date, n
    from unnest(${sorted.map(({ credentialId }) => credentialId)}::uuid[], ${sorted.map(({ requests }) => requests)}::bigint[]) as counted (id, n)
    on conflict (credential_id, day) do update set requests = u.requests + excluded.requests
  `.execute(tx)
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
