import type { Readable } from 'node:stream'
import type { PublicContext } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { inOneStatement } from '../../platform/postgres.ts'
import { type StoredFile, sourceObjectName } from './source.ts'
import { insertSourceObject } from './source-objects.store.ts'

export type ArrivingFile = { bytes: Readable; filename: string; contentType: string }

const MOST_TYPE_CHARACTERS = 200

/** Stores a file while it arrives. Nothing names it yet: unless a source or a slot claims it, it is swept away. */
export async function landFile(
  { db, blobs }: Pick<PublicContext, 'db' | 'blobs'>,
  workbookId: string,
  { bytes, filename, contentType }: ArrivingFile,
): Promise<StoredFile> {
  const objectId = newId()
  await inOneStatement(db, (tx) => insertSourceObject(tx, { workbookId, objectId }))
  const { sizeBytes, sha256 } = await blobs.put(sourceObjectName(workbookId, objectId), bytes)
  return {
    filename: filename.normalize('NFC'),
    contentType: contentType.slice(0, MOST_TYPE_CHARACTERS),
    objectId,
    sizeBytes,
    sha256,
  }
}
