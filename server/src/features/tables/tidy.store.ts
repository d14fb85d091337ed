import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres.ts'

/** Asks for a workbook to be tidied where a writer died, or segments that nothing names are past their grace. */
export async function enqueueDueTidying(tx: Tx, graceHours: number, most: number) {
  await sql`
    select enqueue_task('workbook.tidy', json_build_object('workbook_id', workbook_id), 'workbook.tidy:' || workbook_id, null, 3)
    from (
      select workbook_id from segment where state = 'P' and lease_until < now()
      union
      select workbook_id from segment where unreferenced_since < now() - make_interval(hours => ${graceHours})
      limit ${most}) as due
  `.execute(tx)
}
