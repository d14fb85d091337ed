import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { storeCaller } from '../jobs/job.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { openUpload } from './open-upload.ts'
import type { SourceMode, StructuringWish } from './source.ts'
import { tooLargeForSlot } from './sources.errors.ts'
import { SLOT_MS } from './upload-slot.ts'
import { insertUpload } from './uploads.store.ts'

export type WantedUpload = {
  filename: string
  sizeBytes: number | null
  sha256: string | null
  mode: SourceMode
  structuring: StructuringWish
  isAsync: boolean
  autoIngest: boolean
}

/** A place for the bytes of a large file, and the address to bring them to. */
export async function createUpload(ctx: Context, workbookId: string, { sizeBytes, sha256, ...wanted }: WantedUpload) {
  await openWorkbook(ctx, workbookId, 'editor')
  const { slotBytes } = ctx.settings.files
  if (sizeBytes !== null && sizeBytes > slotBytes) throw tooLargeForSlot(slotBytes)
  const slot = {
    ...wanted,
    filename: wanted.filename.normalize('NFC'),
    workbookId,
    uploadId: newId(),
    wantedBytes: sizeBytes,
    wantedSha256: sha256,
    maxBytes: slotBytes,
    createdBy: ctx.caller.userId,
    caller: storeCaller(ctx),
    // Whole seconds: the address names its end so.
    expiresAt: new Date(Math.floor((ctx.now().getTime() + SLOT_MS) / 1000) * 1000),
  }
  await inTransaction(ctx.db, (tx) => insertUpload(tx, slot))
  return openUpload(ctx, slot.uploadId, 'editor')
}
