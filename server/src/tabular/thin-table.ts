import { inTransaction } from '../platform/postgres.ts'
import { checkpointTable } from './checkpoint-table.ts'
import { forgetVersions, listPinnedWithoutCheckpoint, thinCheckpoints } from './retention.store.ts'
import type { StoragePlatform } from './storage.ts'

/** Writers wait for as long as this many rows take to delete. */
const AT_A_TIME = 5_000

/** Takes away what no retained version needs: surplus checkpoints, and versions past their time with their edits. */
export async function thinTable(
  platform: StoragePlatform,
  workbookId: string,
  tableId: string,
): Promise<{ checkpoints: number; versions: number }> {
  const { db } = platform
  // An old version that is pinned gets segments of its own first, so that the edits before it can go.
  for (const version of await listPinnedWithoutCheckpoint(db, workbookId, tableId)) {
    await checkpointTable(platform, workbookId, tableId, version)
  }
  const checkpoints = await inTransaction(db, (tx) => thinCheckpoints(tx, workbookId, tableId))
  let versions = 0
  for (;;) {
    const forgotten = await inTransaction(db, (tx) => forgetVersions(tx, workbookId, tableId, AT_A_TIME))
    versions += forgotten.versions
    if (forgotten.versions + forgotten.edits === 0) return { checkpoints, versions }
  }
}
