import type { Context } from '../../../platform/context.ts'
import { readUntil } from '../../../tabular/reading/read-again.ts'
import { policiesKeepChanging } from '../governance.errors.ts'
import { findPolicyEpoch } from '../reading/readable-tables.store.ts'

/**
 * Reads under policies that still hold when all of it is read: what was read under others is thrown away and read again. To be called
 * around everything that opens and reads, so that the answer can begin right behind it. `policyEpoch`: of what was opened.
 */
export async function whilePoliciesHold<T extends { policyEpoch: number }>(
  { db }: Context,
  workbookId: string,
  read: () => Promise<T>,
): Promise<T> {
  const hold = async ({ policyEpoch }: T) => (await findPolicyEpoch(db, workbookId)) === policyEpoch
  const { answer, mayLeave } = await readUntil('policiesChanged', read, hold)
  if (!mayLeave) throw policiesKeepChanging()
  return answer
}
