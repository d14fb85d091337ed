import { storeCaller } from '../../../core/jobs/job.ts'
import { isAnythingHidden } from '../../../core/reading/refuse-if-hidden.ts'
import { openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import type { WorkbookRole } from '../../../core/workbooks/workbook.ts'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { newId, toWireId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import type { SourceMode, StructuringOptions } from '../source.ts'
import { directRefused, tooLargeForSlot } from '../sources.errors.ts'
import { insertSourceObject, updateSourceObjectKept } from '../sources.store.ts'
import { SLOT_MS, type UploadSlot } from './upload-slot.ts'
import { findUpload, insertUpload } from './uploads.store.ts'

export type WantedUpload = {
  filename: string
  sizeBytes: number | null
  sha256: string | null
  mode: SourceMode
  structuring: StructuringOptions
  isAsync: boolean
  autoIngest: boolean
  /** To the object store itself, where it takes bytes. */
  isDirect: boolean
}

/** A place for the bytes of a large file, and the address to bring them to. */
export async function createUpload(ctx: Context, workbookId: string, asked: WantedUpload) {
  const { sizeBytes, sha256, isDirect, ...wanted } = asked
  await openWorkbook(ctx, workbookId, 'editor')
  const { slotBytes } = ctx.settings.files
  if (sizeBytes !== null && sizeBytes > slotBytes) throw tooLargeForSlot(slotBytes)
  if (isDirect) refuseUnknownBytes(asked)
  const slot = {
    ...wanted,
    filename: wanted.filename.normalize('NFC'),
    workbookId,
    uploadId: newId(),
    arrivalId: isDirect && ctx.blobs.addressToPut !== null ? newId() : null,
    wantedBytes: sizeBytes,
    wantedSha256: sha256,
    maxBytes: slotBytes,
    createdBy: ctx.caller.userId,
    caller: storeCaller(ctx),
    // Whole seconds: the address names its end so.
    expiresAt: new Date(Math.floor((ctx.now().getTime() + SLOT_MS) / 1000) * 1000),
  }
  await inTransaction(ctx.db, async (tx) => {
    await insertUpload(tx, slot)
    if (slot.arrivalId === null) return
    const arrival = { workbookId, objectId: slot.arrivalId }
    await insertSourceObject(tx, arrival)
    await updateSourceObjectKept(tx, arrival, ctx.settings.retention.uploadHours + 1)
  })
  return openUpload(ctx, slot.uploadId, 'editor')
}

/** The store takes exactly the bytes that its address says, and does not notify the service when they are there. */
function refuseUnknownBytes({ sizeBytes, autoIngest }: WantedUpload) {
  if (sizeBytes === null) throw directRefused('size_bytes', 'is required: the store takes exactly so many bytes')
  if (autoIngest)
    throw directRefused(
      'auto_ingest',
      'is not possible: only the client that brings the bytes knows when they are there',
    )
}

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
