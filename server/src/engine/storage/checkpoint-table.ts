import { inTransaction } from '../../platform/postgres.ts'
import { CorruptTable } from '../builder/builder-process-handle.ts'
import { saveCheckpoint } from '../table/commit.store.ts'
import { type ContentPlan, planContent } from '../table/content.ts'
import type { SegmentRef } from '../table/table.ts'
import { findTableHead } from '../table/tables.store.ts'
import { buildFrom, laySource } from './bulk/build-content.ts'
import { planRewrite } from './bulk/plan-rewrite.ts'
import { writeSegments } from './bulk/write-segments.ts'
import { findLastErasure } from './erasures.store.ts'
import { forgetVersions, listPinnedWithoutCheckpoint, thinCheckpoints } from './retention.store.ts'
import { lockForSweep } from './segments.store.ts'
import type { StoragePlatform } from './storage.ts'

/**
 * Folds the edits that lie over a table's segments into new ones: the same content, faster to read. It works on the
 * version it found and holds no lock meanwhile, so no writer waits for it and nothing it does can fail one.
 */
export async function checkpointTable(
  platform: StoragePlatform,
  workbookId: string,
  tableId: string,
  version?: number,
): Promise<'saved' | 'nothing-to-do' | 'too-late'> {
  const head = await findTableHead(platform.db, workbookId, tableId)
  if (!head) return 'nothing-to-do'
  const erased = await findLastErasure(platform.db, workbookId, tableId)
  const plan = await planContent(platform.db, workbookId, tableId, version ?? head.editVersion)
  if (!plan || plan.laid.size === 0) return 'nothing-to-do'
  const segments = await rewrite(platform, plan)
  const rows = segments.reduce((sum, segment) => sum + segment.rows, 0)
  if (rows !== plan.rowCount) {
    throw new CorruptTable(
      `version ${plan.version} of table ${tableId} has ${rows} rows and should have ${plan.rowCount}`,
    )
  }
  const isSaved = await inTransaction(platform.db, async (tx) => {
    await lockForSweep(tx, workbookId)
    // What was erased meanwhile is in what was built.
    if ((await findLastErasure(tx, workbookId, tableId)) !== erased) return false
    return saveCheckpoint(tx, { workbookId, tableId, version: plan.version, segments })
  })
  return isSaved ? 'saved' : 'too-late'
}

/** The content as segments without anything over them; those no edit touches are the old ones. */
async function rewrite(platform: StoragePlatform, plan: ContentPlan): Promise<SegmentRef[]> {
  const { storage } = platform
  const rowIds = [...plan.laid.keys()].sort((a, b) => a - b)
  const parts = planRewrite(plan.segments, rowIds, storage.limits)
  const touched = parts.flatMap((part) => ('kept' in part ? [] : [part]))
  return buildFrom(
    storage,
    plan.workbookId,
    touched.flatMap(({ segments }) => segments),
    async (builder) => {
      const sources = []
      for (const part of touched) sources.push(await laySource(storage, builder, plan, part))
      const built = await builder.ask({ kind: 'write', sources, limits: storage.limits })
      const written = await writeSegments(platform, plan, builder, built.flat())
      const kept = parts.flatMap((part) => ('kept' in part ? [part.kept] : []))
      return [...kept, ...written].sort((a, b) => a.rowLo - b.rowLo)
    },
  )
}

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
