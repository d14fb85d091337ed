import type { Context } from '../../platform/context.ts'
import { sourceObjectName } from './source.ts'
import { expiresOf, type UploadSlot, uploadUrl } from './upload-slot.ts'

/** Where the bytes of a slot are to be brought: to the service, or to the object store itself. */
export async function slotAddress(ctx: Context, slot: UploadSlot): Promise<string> {
  const { workbookId, arrivalId, wantedBytes, expiresAt } = slot
  if (arrivalId === null || wantedBytes === null || ctx.blobs.addressToPut === null)
    return uploadUrl(ctx.keyring, ctx.settings.baseUrl, { ...slot, expires: expiresOf(slot) })
  const seconds = Math.max(1, Math.floor((expiresAt.getTime() - ctx.now().getTime()) / 1000))
  return ctx.blobs.addressToPut(sourceObjectName(workbookId, arrivalId), wantedBytes, seconds)
}
