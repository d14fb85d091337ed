import { describeError } from '../../../core/jobs/job.ts'
import type { Context } from '../../../platform/context.ts'
import { toWireId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { sourceObjectName } from '../source.ts'
import { slotStillEmpty } from '../sources.errors.ts'
import { deleteSourceObject } from '../sources.store.ts'
import { openUpload } from './create-upload.ts'
import { landFile } from './land-file.ts'
import { receiveFile } from './receive-upload.ts'
import type { UploadSlot } from './upload-slot.ts'
import {
  type NewUpload,
  type PreparedUpload,
  prepareUpload,
  type UploadOutcome,
  uploadSource,
} from './upload-source.ts'
import { updateUploadError, updateUploadIngested } from './uploads.store.ts'

/** A slot whose bytes have been read. */
export type PreparedIngest = PreparedUpload & { slot: UploadSlot }

/** Reads the bytes in a slot. What is wrong with them is kept at the slot, too: they stay, and may be tried again. */
export async function prepareIngest(ctx: Context, uploadId: string): Promise<PreparedIngest> {
  const opened = await openUpload(ctx, uploadId, 'editor')
  const slot = await collectArrival(ctx, opened)
  try {
    return { slot, ...(await prepareUpload(ctx, uploadIn(slot))) }
  } catch (error) {
    await inTransaction(ctx.db, (tx) => updateUploadError(tx, slot, describeError(error).text))
    throw error
  }
}

/** Makes a source of the bytes in a slot. */
export async function ingestUpload(ctx: Context, { slot, ...prepared }: PreparedIngest): Promise<UploadOutcome> {
  return inTransaction(ctx.db, async (tx) => {
    const outcome = await uploadSource({ ...ctx, db: tx }, prepared)
    const sourceId = 'seen' in outcome ? outcome.seen.source.sourceId : outcome.sourceId
    if (!(await updateUploadIngested(tx, slot, sourceId))) throw slotStillEmpty()
    return outcome
  })
}

function uploadIn(slot: UploadSlot): NewUpload {
  const { workbookId, uploadId, filename, contentType, objectId, sizeBytes, sha256, mode, structuring, isAsync } = slot
  if (slot.status !== 'uploaded' || objectId === null || sizeBytes === null || sha256 === null) throw slotStillEmpty()
  return {
    workbookId,
    file: { filename, contentType, objectId, sizeBytes, sha256 },
    mode,
    structuring,
    isAsync,
    provenance: { kind: 'slot', provider: null, ref: toWireId('up', uploadId) },
  }
}

/**
 * Takes over what the object store was brought for a slot. It is copied, for its address may be written to until it expires, and
 * measured on the way: bytes that were never read cannot have changed since.
 */
async function collectArrival(ctx: Context, slot: UploadSlot): Promise<UploadSlot> {
  const { workbookId, arrivalId, filename, contentType } = slot
  if (slot.status !== 'pending' || arrivalId === null) return slot
  const name = sourceObjectName(workbookId, arrivalId)
  if ((await ctx.blobs.size(name)) !== slot.wantedBytes) throw slotStillEmpty()
  const bytes = await ctx.blobs.get(name)
  if (!bytes) throw slotStillEmpty()
  const received = await receiveFile(ctx, slot, await landFile(ctx, workbookId, { bytes, filename, contentType }))
  // Should this fail, the sweep finds it.
  await ctx.blobs.delete(name)
  await inTransaction(ctx.db, (tx) => deleteSourceObject(tx, { workbookId, objectId: arrivalId }))
  return received
}
