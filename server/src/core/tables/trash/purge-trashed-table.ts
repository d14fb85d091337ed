import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { toWireId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { enqueue } from '../../../platform/queue/queue.store.ts'
import { appendAuditEntry } from '../../audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../../audit/workbook-head.store.ts'
import { openWorkbook } from '../../workbooks/open-workbook.ts'
import { listTrashed, NO_DAYS, purgeTrashedWorkbook } from '../../workbooks/trash-workbook.ts'
import { buryTable, findTrashedTable, listTrashedTables } from './trash.store.ts'

/** Takes a table out of the trash for good; versions of it that a snapshot or a branch pins stay with these. */
export async function purgeTrashedTable(ctx: Context, tableId: string) {
  const table = await findTrashedTable(ctx.db, tableId)
  if (!table) throw notInTrash(tableId)
  const { workbookId, name } = table
  await openWorkbook(ctx, workbookId, 'owner')

  await inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    if (!(await buryTable(tx, workbookId, tableId, NO_DAYS))) throw notInTrash(tableId)
    await appendAuditEntry(tx, ctx, { workbookId, action: 'table.purge', target: { table: name } })
    const payload = { workbook_id: workbookId, table_id: tableId }
    await enqueue(tx, { name: 'table.purge', payload, key: `table.purge:${tableId}` })
  })
}

const notInTrash = (tableId: string) => notFound('table in the trash', toWireId('art', tableId))

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
