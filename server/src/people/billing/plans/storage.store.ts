import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres.ts'

/** Bytes that the tables and files of an account take in the object store now. */
export async function findStorageBytes(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    with owned as (select w.workbook_id from workbook w join workspace s using (workspace_id) where s.account_id = ${accountId})
    select ((select coalesce(sum(bytes), 0) from segment join owned using (workbook_id) where state = 'L')
          + (select coalesce(sum(size_bytes), 0) from source_revision join owned using (workbook_id)))::bigint as bytes
  `.execute(db)
  return rows[0]?.bytes ?? 0
}
