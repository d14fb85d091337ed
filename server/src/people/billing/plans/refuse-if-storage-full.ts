import type { Context } from '../../../platform/context.ts'
import { findAccount } from '../../accounts/accounts.store.ts'
import { planOf } from '../../accounts/plan.ts'
import { storageFull } from '../billing.errors.ts'
import { ALLOWANCES } from './plan.ts'
import { findStorageBytes } from './storage.store.ts'

/** What an account keeps stays within its plan. Only what comes from outside is refused: what is there can always be worked with. */
export async function refuseIfStorageFull({ db, settings }: Context, accountId: string, moreBytes: number) {
  const account = settings.billing && (await findAccount(db, accountId))
  if (!account) return
  const { storageBytes: limit } = ALLOWANCES[planOf(settings, account.plan)]
  if (limit === null) return
  const used = await findStorageBytes(db, accountId)
  if (used + moreBytes > limit) throw storageFull(used, limit)
}
