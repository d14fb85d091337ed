import { sql } from 'kysely'
import { LruMap } from '../../platform/lru-map.ts'
import type { Db } from '../../platform/postgres.ts'

/** The account that work on a workbook counts for. */
export type AccountOf = (workbookId: string) => Promise<string>

const MOST_KNOWN = 10_000
/** A workbook can move to another workspace. */
const KNOWN_MS = 60_000

/** What was found is kept for a while. A workbook that is not there counts for itself. */
export function openAccountOf(db: Db): AccountOf {
  const known = new LruMap<string, { accountId: string; until: number }>(MOST_KNOWN)
  return async (workbookId) => {
    const now = performance.now()
    const kept = known.get(workbookId)
    if (kept && kept.until > now) return kept.accountId
    const accountId = (await findAccountOf(db, workbookId)) ?? workbookId
    known.set(workbookId, { accountId, until: now + KNOWN_MS })
    return accountId
  }
}

async function findAccountOf(db: Db, workbookId: string): Promise<string | undefined> {
  const { rows } = await sql<{ accountId: string }>`
    select s.account_id from workbook w join workspace s using (workspace_id) where w.workbook_id = ${workbookId}::uuid
  `.execute(db)
  return rows[0]?.accountId
}
