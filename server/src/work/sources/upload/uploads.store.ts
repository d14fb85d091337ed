import { sql } from 'kysely'
import type { StoredCaller } from '../../../core/jobs/job.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'
import type { StoredFile } from '../source.ts'
import type { UploadSlot } from './upload-slot.ts'

export type NewSlot = Omit<
  UploadSlot,
  'status' | 'contentType' | 'objectId' | 'sizeBytes' | 'sha256' | 'sourceId' | 'sourceName' | 'error'
>

export async function insertUpload(tx: Tx, { wantedSha256, caller, ...slot }: NewSlot) {
  await tx
    .insertInto('upload')
    .values({
      ...slot,
      status: 'pending',
      wantedSha256: wantedSha256 === null ? null : Buffer.from(wantedSha256, 'hex'),
      caller: JSON.stringify(caller),
    })
    .execute()
}

/** With the name of the source it became. */
export async function findUpload(db: Db, uploadId: string): Promise<UploadSlot | undefined> {
  const row = await slots(db).where('upload.uploadId', '=', uploadId).executeTakeFirst()
  if (!row) return undefined
  const { wantedSha256, sha256, caller, ...slot } = row
  return {
    ...slot,
    wantedSha256: wantedSha256?.toString('hex') ?? null,
    sha256: sha256?.toString('hex') ?? null,
    caller: caller as StoredCaller, // Safe: insertUpload alone writes it.
  }
}

/** Of a workbook that is not in the trash. */
const slots = (db: Db) =>
  db
    .selectFrom('upload')
    .innerJoin('workbook', 'workbook.workbookId', 'upload.workbookId')
    .leftJoin('source', (join) =>
      join.onRef('source.workbookId', '=', 'upload.workbookId').onRef('source.sourceId', '=', 'upload.sourceId'),
    )
    .selectAll('upload')
    .select('source.name as sourceName')
    .where('workbook.deletedAt', 'is', null)

/** False: another request was faster. */
export async function updateUploadReceived(tx: Tx, { workbookId, uploadId }: UploadSlot, file: StoredFile) {
  const { numUpdatedRows } = await tx
    .updateTable('upload')
    .set({
      status: 'uploaded',
      objectId: file.objectId,
      contentType: file.contentType,
      sizeBytes: file.sizeBytes,
      sha256: Buffer.from(file.sha256, 'hex'),
      arrivalId: null,
    })
    .where('workbookId', '=', workbookId)
    .where('uploadId', '=', uploadId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type SlotKey = { workbookId: string; uploadId: string }

/** False: another request has made a source of it meanwhile. */
export async function updateUploadIngested(
  tx: Tx,
  { workbookId, uploadId }: SlotKey,
  sourceId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('upload')
    .set({ status: 'ingested', sourceId, error: null })
    .where('workbookId', '=', workbookId)
    .where('uploadId', '=', uploadId)
    .where('status', '=', 'uploaded')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateUploadError(tx: Tx, { workbookId, uploadId }: SlotKey, error: string) {
  await tx
    .updateTable('upload')
    .set({ error: error.slice(0, 500) })
    .where('workbookId', '=', workbookId)
    .where('uploadId', '=', uploadId)
    .execute()
}

export async function deleteOldUploads(tx: Tx, hours: number) {
  await tx.deleteFrom('upload').where('createdAt', '<', sql<Date>`now() - make_interval(hours => ${hours})`).execute()
}
