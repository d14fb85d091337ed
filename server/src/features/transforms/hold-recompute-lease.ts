import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { deleteRecomputeLease, upsertRecomputeLease } from './recompute-leases.store.ts'
import { recomputeBusy } from './transforms.errors.ts'

/** How long a workbook waits for a holder that died: shorter than anybody waits for an answer. */
const LEASE_SECONDS = 5
const RENEW_EVERY_MS = 1_500
const LOOK_EVERY_MS = 250
/** As long as the longest runs take, some of them one after the other. */
const PATIENCE_MS = 600_000

/**
 * Does the work while nobody else, on no node, recomputes the workbook. It is no fence: a holder who slept through his lease
 * goes on, and what he then commits is refused where others were ahead of him.
 */
export async function holdRecomputeLease<T>(
  { bulk: { db }, log }: Context,
  workbookId: string,
  work: () => Promise<T>,
): Promise<T> {
  const lease = { workbookId, holder: newId() }
  const take = () => inTransaction(db, (tx) => upsertRecomputeLease(tx, lease, LEASE_SECONDS))
  for (const end = performance.now() + PATIENCE_MS; !(await take()); await sleep(LOOK_EVERY_MS)) {
    if (performance.now() > end) throw recomputeBusy()
  }
  const renew = () => void take().catch((error: unknown) => log.warn({ err: error }, 'a lease could not be renewed'))
  const renewing = setInterval(renew, RENEW_EVERY_MS)
  try {
    return await work()
  } finally {
    clearInterval(renewing)
    await inTransaction(db, (tx) => deleteRecomputeLease(tx, lease))
  }
}
