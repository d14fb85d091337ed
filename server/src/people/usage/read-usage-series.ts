import type { Context } from '../../platform/context.ts'
import { openAccount } from '../accounts/open-account.ts'
import { listUsageDays } from './account-usage.store.ts'

/** What an account did and spent on each of the last days, and what it had at the end of each. */
export async function readUsageSeries(ctx: Context, named: string | undefined, days: number) {
  const { accountId } = await openAccount(ctx, named)
  return { accountId, days, buckets: await listUsageDays(ctx.db, accountId, days) }
}
