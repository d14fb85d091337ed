import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { commitState } from './commit-state.ts'
import { findSnapshot } from './snapshots.store.ts'

export type NewSnapshot = { summary: string; eventType: string }

/** Freezes the workbook as it stands. Nothing changed since the newest snapshot: it is that one. */
export async function commitSnapshot(ctx: Context, workbookId: string, asked: NewSnapshot) {
  await openWorkbook(ctx, workbookId, 'editor')
  const { snapshotId, isNew } = await commitState(ctx, workbookId, { ...asked, label: null })
  const snapshot = await findSnapshot(ctx.db, workbookId, snapshotId)
  assertState(snapshot, 'a snapshot that was just committed')
  return { snapshot, isNew }
}
