import { type Insertable, sql } from 'kysely'
import type { AccountTombstone } from '../../platform/database/database-schema.ts'
import type { Db, Tx } from '../../platform/postgres.ts'

export async function insertTombstone(tx: Tx, tombstone: Insertable<AccountTombstone>) {
  await tx.insertInto('accountTombstone').values(tombstone).execute()
}

/** All of it has been taken away. */
export async function updateGone(tx: Tx, accountId: string) {
  await tx
    .updateTable('accountTombstone')
    .set({ goneAt: sql<Date>`now()` })
    .where('accountId', '=', accountId)
    .execute()
}

/** Says that the workbooks of a closed account do not come back, those too that came meanwhile. How many there are. */
export async function buryWorkbooksOf(tx: Tx, accountId: string): Promise<number> {
  const { rows } = await sql<{ buried: number }>`select bury_workbooks_of(${accountId}) as buried`.execute(tx)
  return rows[0]?.buried ?? 0
}

export function listWorkbooksOf(db: Db, accountId: string) {
  return db
    .selectFrom('workbook')
    .innerJoin('workspace', 'workspace.workspaceId', 'workbook.workspaceId')
    .select('workbook.workbookId')
    .where('workspace.accountId', '=', accountId)
    .orderBy('workbook.workbookId')
    .execute()
}

/** Asks again for what a closing left unfinished. */
export async function enqueueOpenClosings(tx: Tx) {
  await sql`
    select enqueue_task('account.close', json_build_object('account_id', account_id), 'account.close:' || account_id, null, 5)
    from account_tombstone where gone_at is null
  `.execute(tx)
}

/** Undefined: it is not closed, or all of it is gone. */
export function findClosing(db: Db, accountId: string) {
  return db
    .selectFrom('accountTombstone')
    .select('accountId')
    .where('accountId', '=', accountId)
    .where('goneAt', 'is', null)
    .executeTakeFirst()
}
