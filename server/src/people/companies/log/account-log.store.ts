import type { Insertable } from 'kysely'
import type { AccountLog } from '../../../platform/database/database-schema.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'

export async function insertEntry(tx: Tx, entry: Insertable<AccountLog>) {
  await tx.insertInto('accountLog').values(entry).execute()
}

/** Newest first. One more than a page is read to know whether there is a next. */
export function listEntries(db: Db, accountId: string, { limit, before }: { limit: number; before: string | null }) {
  let query = db.selectFrom('accountLog').selectAll().where('accountId', '=', accountId)
  if (before) query = query.where('entryId', '<', before)
  return query
    .orderBy('entryId', 'desc')
    .limit(limit + 1)
    .execute()
}

export type AccountLogEntry = Awaited<ReturnType<typeof listEntries>>[number]
