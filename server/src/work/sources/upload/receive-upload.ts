import { lockWorkbookHead } from '../../../core/audit/workbook-head.store.ts'
import { restoreCaller } from '../../../core/jobs/job.ts'
import { startJob } from '../../../core/jobs/start-job.ts'
import type { PublicContext } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { toWireId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import type { StoredFile } from '../source.ts'
import { badSignature, bytesGone, otherBytes, slotNotPending, uploadExpired } from '../sources.errors.ts'
import { updateSourceObjectKept } from '../sources.store.ts'
import { type ArrivingFile, landFile } from './land-file.ts'
import { expiresOf, isSignedBy, type UploadSlot } from './upload-slot.ts'
import { findUpload, updateUploadReceived } from './uploads.store.ts'

export type SignedAddress = { uploadId: string; expires: number; sig: string }

/** Opens a slot for a client that holds its signed address. */
async function openSignedSlot(ctx: PublicContext, { uploadId, expires, sig }: SignedAddress): Promise<UploadSlot> {
  const slot = await findUpload(ctx.db, uploadId)
  if (!slot) throw notFound('upload', toWireId('up', uploadId))
  if (expires !== expiresOf(slot) || !isSignedBy(ctx.keyring, { ...slot, expires }, sig)) throw badSignature()
  if (ctx.now() > slot.expiresAt) throw uploadExpired()
  return slot
}

/** Stores the bytes while they arrive, for a client with a valid address. */
export async function landUpload(ctx: PublicContext, address: SignedAddress, file: ArrivingFile): Promise<StoredFile> {
  const { workbookId, filename } = await openSignedSlot(ctx, address)
  return landFile(ctx, workbookId, { ...file, filename })
}

/** Puts bytes that have arrived into their slot. The same bytes again change nothing. */
export async function receiveUpload(ctx: PublicContext, address: SignedAddress, file: StoredFile): Promise<UploadSlot> {
  return receiveFile(ctx, await openSignedSlot(ctx, address), file)
}

/** Puts a file into the slot it was announced for. */
export async function receiveFile(ctx: PublicContext, slot: UploadSlot, file: StoredFile): Promise<UploadSlot> {
  const { workbookId } = slot
  if (slot.wantedBytes !== null && slot.wantedBytes !== file.sizeBytes) throw otherBytes('size_bytes')
  if (slot.wantedSha256 !== null && slot.wantedSha256 !== file.sha256) throw otherBytes('sha256')
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    if (!(await updateUploadReceived(tx, slot, file))) {
      const now = await findUpload(tx, slot.uploadId)
      if (now?.sha256 !== file.sha256) throw slotNotPending(now?.status ?? 'gone')
      return now
    }
    const key = { workbookId, objectId: file.objectId }
    if (!(await updateSourceObjectKept(tx, key, ctx.settings.retention.uploadHours + 1))) throw bytesGone()
    if (slot.autoIngest) {
      const asking = { ...ctx, ...restoreCaller(slot.caller) }
      await startJob(tx, asking, { kind: 'source.ingest', workbookId, request: { upload_id: slot.uploadId } })
    }
    return (await findUpload(tx, slot.uploadId)) ?? slot
  })
}
