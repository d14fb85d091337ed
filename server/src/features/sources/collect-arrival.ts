import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { landFile } from './land-file.ts'
import { receiveFile } from './receive-upload.ts'
import { sourceObjectName } from './source.ts'
import { deleteSourceObject } from './source-objects.store.ts'
import { slotStillEmpty } from './sources.errors.ts'
import type { UploadSlot } from './upload-slot.ts'

/**
 * Takes over what the object store was brought for a slot. It is copied, for its address may be written to until it expires, and
 * measured on the way: what nobody has read cannot have changed since.
 */
export async function collectArrival(ctx: Context, slot: UploadSlot): Promise<UploadSlot> {
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
