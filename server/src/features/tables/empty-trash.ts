import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { purgeTrashedWorkbook } from '../workbooks/purge-from-trash.ts'
import { listTrashed } from '../workbooks/trash-workbook.ts'
import { purgeTrashedTable } from './purge-trashed-table.ts'
import { listTrashedTables } from './trash.store.ts'

/** Purges everything that the caller has in the trash and this credential reaches. How many things it were. */
export async function emptyTrash(ctx: Context): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    const inTx = { ...ctx, db: tx }
    let purged = 0
    for (;;) {
      const workbooks = await listTrashed(inTx)
      const tables = await listTrashedTables(tx, ctx.caller)
      if (workbooks.length + tables.length === 0) return purged
      // Heads are locked in the order of their workbooks, as everywhere where several are.
      const byWorkbook = [...workbooks, ...tables].toSorted((a, b) => (a.workbookId < b.workbookId ? -1 : 1))
      for (const item of byWorkbook) {
        if ('artifactId' in item) await purgeTrashedTable(inTx, item.artifactId)
        else await purgeTrashedWorkbook(inTx, item.workbookId)
      }
      purged += byWorkbook.length
    }
  })
}
