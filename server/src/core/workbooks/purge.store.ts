import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres.ts'

/** Asks for the purge of workbooks whose days in the trash are over, and of those that a purge left unfinished. */
export async function enqueueDuePurges(tx: Tx, days: number, most: number) {
  await sql`
    select enqueue_task('workbook.purge', json_build_object('workbook_id', workbook_id), 'workbook.purge:' || workbook_id, null, 3)
    from (
      select workbook_id from workbook where deleted_at < now() - make_interval(days => ${days})
      union
      select workbook_id from workbook_tombstone where gone_at is null
      limit ${most}) as due
  `.execute(tx)
}

/** Says that a workbook does not come back. False: it has not been in the trash for so long, or nothing of it is left. */
export async function buryWorkbook(tx: Tx, workbookId: string, days: number): Promise<boolean> {
  const { rows } = await sql<{ isBuried: boolean }>`select bury_workbook(${workbookId}, ${days}) as is_buried`.execute(
    tx,
  )
  return rows[0]?.isBuried === true
}

/** Takes at most so many rows of a buried workbook away. How many it were. */
export async function eraseWorkbook(tx: Tx, workbookId: string, most: number): Promise<number> {
  const { rows } = await sql<{ erased: number }>`select erase_workbook(${workbookId}, ${most}) as erased`.execute(tx)
  return rows[0]?.erased ?? 0
}

/** False: some of its objects still wait for their grace. */
export async function endWorkbook(tx: Tx, workbookId: string): Promise<boolean> {
  const { rows } = await sql<{ isGone: boolean }>`select end_workbook(${workbookId}) as is_gone`.execute(tx)
  return rows[0]?.isGone === true
}
