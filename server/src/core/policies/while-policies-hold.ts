import { readUntil } from '../../engine/reading/read-again.ts'
import type { Context } from '../../platform/context.ts'
import { findPolicyEpoch } from '../reading/readable-tables.store.ts'
import { type ReadTable, recordGovernedReadAtEpoch } from '../reading/record-governed-reads.ts'
import { policiesKeepChanging } from './governance.errors.ts'

/**
 * Reads under policies that still hold when all of it is read: what was read under others is thrown away and read again. To be called
 * around everything that opens and reads, so that the answer can begin right behind it. `policyEpoch`: of what was opened. `read`: a
 * table that was opened with `isRecordedLater`; its read is recorded here, together with the look at the epoch.
 */
export async function whilePoliciesHold<T extends { policyEpoch: number; read?: ReadTable }>(
  ctx: Context,
  workbookId: string,
  read: () => Promise<T>,
): Promise<T> {
  const hold = async ({ policyEpoch, read: table }: T) =>
    table?.isGoverned
      ? recordGovernedReadAtEpoch(ctx, table, policyEpoch)
      : (await findPolicyEpoch(ctx.db, workbookId)) === policyEpoch
  const { answer, mayLeave } = await readUntil('policiesChanged', read, hold)
  if (!mayLeave) throw policiesKeepChanging()
  return answer
}
