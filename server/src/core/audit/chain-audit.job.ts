import type { Platform } from '../../platform/context.ts'
import { type Db, inTransaction } from '../../platform/postgres.ts'
import { chainPending, listDueWorkbooks } from './audit.store.ts'

/** One batch holds a workbook's head lock for some tens of milliseconds. */
const BATCH = 1_000

/** Puts reads and refusals that wait into their chains. Any number of nodes may do so at once. */
export async function chainAudit({ db }: Pick<Platform, 'db'>) {
  const failures: unknown[] = []
  for (const workbookId of await listDueWorkbooks(db)) {
    // A log so damaged that nothing can be added must not hold up the others.
    await chainWorkbook(db, workbookId).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} audit logs could not be added to`)
}

async function chainWorkbook(db: Db, workbookId: string) {
  const chainBatch = () => inTransaction(db, (tx) => chainPending(tx, workbookId, BATCH))
  while ((await chainBatch()) === BATCH);
}
