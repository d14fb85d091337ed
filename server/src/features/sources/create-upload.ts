import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { storeCaller } from '../jobs/job.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { openUpload } from './open-upload.ts'
import type { SourceMode, StructuringWish } from './source.ts'
import { insertSourceObject, updateSourceObjectKept } from './source-objects.store.ts'
import { directRefused, tooLargeForSlot } from './sources.errors.ts'
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

/** The store counts the bytes it takes by what its address says, and tells nobody when they are there. */
function refuseUnknownBytes({ sizeBytes, autoIngest }: WantedUpload) {
  if (sizeBytes === null) throw directRefused('size_bytes', 'must be told: the store takes exactly so many bytes')
  if (autoIngest)
    throw directRefused('auto_ingest', 'is not possible: only whoever brings the bytes knows when they are there')
}
