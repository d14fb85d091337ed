import type { Context } from '../../platform/context.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { tellError } from '../jobs/job.ts'
import type { BuiltSource } from './build-source.ts'
import { collectArrival } from './collect-arrival.ts'
import { openUpload } from './open-upload.ts'
import { slotStillEmpty } from './sources.errors.ts'
import type { UploadSlot } from './upload-slot.ts'
import { type NewUpload, prepareUpload, type UploadOutcome, uploadSource } from './upload-source.ts'
import { updateUploadError, updateUploadIngested } from './uploads.store.ts'

/** Reads the bytes in a slot. What is wrong with them is told at the slot, too: they stay, and may be tried again. */
export async function prepareIngest(ctx: Context, uploadId: string): Promise<BuiltSource | null> {
  const opened = await openUpload(ctx, uploadId, 'editor')
  const slot = await collectArrival(ctx, opened)
  try {
    return await prepareUpload(ctx, uploadIn(slot))
  } catch (error) {
    await inTransaction(ctx.db, (tx) => updateUploadError(tx, slot, tellError(error).text))
    throw error
  }
}

/** Makes a source of the bytes in a slot. */
export async function ingestUpload(ctx: Context, uploadId: string, built: BuiltSource | null): Promise<UploadOutcome> {
  const slot = await openUpload(ctx, uploadId, 'editor')
  return inTransaction(ctx.db, async (tx) => {
    const outcome = await uploadSource({ ...ctx, db: tx }, uploadIn(slot), built)
    await updateUploadIngested(tx, slot, 'seen' in outcome ? outcome.seen.source.sourceId : outcome.sourceId)
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
