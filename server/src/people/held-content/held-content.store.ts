import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres.ts'

export type HeldWorkbook = { title: string; workspace: string; tables: number; createdAt: string }

export type HeldAccount = {
  accountId: string
  /** Whether it is what lay in the user's default account, or a developer account. */
  isDefault: boolean
  name: string
  heldAt: Date
  workspaces: string[]
  workbooks: HeldWorkbook[]
}

/** What is held for this user, with what lies in it; workbooks in the trash are left out of the list, not of what is kept. */
export async function listHeldContent(db: Db, userId: string): Promise<HeldAccount[]> {
  const { rows } = await sql<HeldAccount>`
    select h.account_id, h.is_default, a.name, h.held_at,
      array(select s.name from workspace s where s.account_id = h.account_id order by s.workspace_id) as workspaces,
      (select coalesce(json_agg(json_build_object('title', w.title, 'workspace', s.name, 'tables', w.table_count,
          'createdAt', wire_time(w.created_at)) order by w.workbook_id), '[]')
       from workbook w join workspace s using (workspace_id)
       where s.account_id = h.account_id and w.deleted_at is null) as workbooks
    from held_content h join account a using (account_id)
    where h.user_id = ${userId} and a.closed_at is null
    order by h.is_default desc, h.account_id
  `.execute(db)
  return rows
}

/** False: it is not held for this user. */
export async function keepHeldContent(tx: Tx, userId: string, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ isKept: boolean }>`
    select keep_held_content(${userId}, ${accountId}) as is_kept
  `.execute(tx)
  return rows[0]?.isKept ?? false
}

/** Undefined: it is not held for this user. */
export function lockHeldContent(tx: Tx, userId: string, accountId: string) {
  return tx
    .selectFrom('heldContent')
    .innerJoin('account', 'account.accountId', 'heldContent.accountId')
    .select(['heldContent.accountId', 'heldContent.userId', 'account.name'])
    .where('heldContent.userId', '=', userId)
    .where('heldContent.accountId', '=', accountId)
    .where('account.closedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export function listHeldTooLong(db: Db, days: number) {
  return db
    .selectFrom('heldContent')
    .innerJoin('account', 'account.accountId', 'heldContent.accountId')
    .select(['heldContent.accountId', 'heldContent.userId'])
    .where('account.closedAt', 'is', null)
    .where('heldContent.heldAt', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
}

/** Keepers that hold nothing any more. */
export async function deleteIdleKeepers(tx: Tx) {
  await sql`select forget_keepers()`.execute(tx)
}
