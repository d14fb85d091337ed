import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import type { WorkbookRole } from '../workbooks/workbook.ts'
import type { UploadSlot } from './upload-slot.ts'
import { findUpload } from './uploads.store.ts'

/** The door to a slot for somebody in its workbook. */
export async function openUpload(ctx: Context, uploadId: string, role: WorkbookRole): Promise<UploadSlot> {
  const slot = await findUpload(ctx.db, uploadId)
  if (!slot) throw notFound('upload', toWireId('up', uploadId))
  await openWorkbook(ctx, slot.workbookId, role)
  return slot
}
