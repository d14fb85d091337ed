import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { isAnythingHidden } from '../governance/refuse-if-anything-hidden.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import type { WorkbookRole } from '../workbooks/workbook.ts'
import type { UploadSlot } from './upload-slot.ts'
import { findUpload } from './uploads.store.ts'

/** The door to a slot for a caller in its workbook. */
export async function openUpload(ctx: Context, uploadId: string, role: WorkbookRole): Promise<UploadSlot> {
  const slot = await findUpload(ctx.db, uploadId)
  if (!slot) throw notFound('upload', toWireId('up', uploadId))
  await openWorkbook(ctx, slot.workbookId, role)
  return slot
}

/** As it stands for a reader: hash and size of a file that others brought are not shown to those from whom something is hidden. */
export async function readUpload(ctx: Context, uploadId: string): Promise<UploadSlot> {
  const slot = await openUpload(ctx, uploadId, 'viewer')
  if (slot.createdBy === ctx.caller.userId) return slot
  const isClosed = await isAnythingHidden(ctx, await openWorkbook(ctx, slot.workbookId, 'viewer'))
  return isClosed ? { ...slot, sizeBytes: null, sha256: null } : slot
}
