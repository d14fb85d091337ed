import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { BuiltFile } from '../../engine/builder/build-request.ts'
import { type ListedFiles, makeListedFiles } from '../../engine/storage/bulk/make-listed-files.ts'
import { findLastErasure } from '../../engine/storage/erasures.store.ts'
import { type ListPart, listedObjectName, segmentObjectName } from '../../engine/storage/segment.ts'
import {
  findListedObject,
  insertListedObject,
  lockForSweep,
  updateDoomedObjects,
  updateListedObjects,
} from '../../engine/storage/segments.store.ts'
import type { StoragePlatform } from '../../engine/storage/storage.ts'
import { sweepSegments } from '../../engine/storage/sweep-segments.ts'
import { type ContentPlan, planContent } from '../../engine/table/content.ts'
import type { TablePlace } from '../../engine/table/table.ts'
import type { BlobReading } from '../../platform/blobs/blobs.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { icebergSchema } from './iceberg-type.ts'
import { type ListedFile, type Manifest, type ManifestKind, manifestBytes, manifestListBytes } from './manifests.ts'

export type FileListRequest = TablePlace & { listId: string; version: number }

type Put = { segmentId: string; bytes: number; sha256: string }

/** What is under way on this node, by list: requests for the same list wait for it. */
const underWay = new Map<string, Promise<boolean>>()

/**
 * Makes the list of a version's files and all that it names, under ids of their own; the last of them is the list itself, so that a reader that
 * finds it finds the rest. Two nodes that do it at once make two lists of the same rows, and the later one stays: both are whole.
 * False: the version, or the list, is no longer there.
 */
export function makeFileList(
  platform: StoragePlatform,
  reading: BlobReading,
  asked: FileListRequest,
): Promise<boolean> {
  const running = underWay.get(asked.listId)
  if (running) return running
  const making = make(platform, reading, asked).finally(() => underWay.delete(asked.listId))
  underWay.set(asked.listId, making)
  return making
}

async function make(platform: StoragePlatform, reading: BlobReading, asked: FileListRequest): Promise<boolean> {
  const { workbookId, tableId, version } = asked
  const known = await findListedObject(platform.db, asked, asked.listId)
  if (!known || known.isThere) return known !== undefined
  const erased = await findLastErasure(platform.db, workbookId, tableId)
  const plan = await planContent(platform.db, workbookId, tableId, version)
  if (!plan) return false
  const made: Put[] = []
  try {
    await makeListedFiles(platform.storage, plan, reading.locationOf, (folder, files) =>
      putAll({ platform, reading, asked, made }, plan, folder, files),
    )
  } catch (error) {
    await throwAway(platform, workbookId, made)
    throw error
  }
  const isWhole = await inTransaction(platform.db, async (tx) => {
    await lockForSweep(tx, workbookId)
    // What was erased meanwhile is in what was made.
    const isCurrent = (await findLastErasure(tx, workbookId, tableId)) === erased
    return isCurrent && (await updateListedObjects(tx, workbookId, made)) === made.length
  })
  if (!isWhole) await throwAway(platform, workbookId, made)
  return isWhole
}

/** At once: it may hold what was erased. */
async function throwAway(platform: StoragePlatform, workbookId: string, made: readonly Put[]) {
  if (made.length === 0) return
  const ids = made.map(({ segmentId }) => segmentId)
  await inTransaction(platform.db, (tx) => updateDoomedObjects(tx, workbookId, ids))
  await sweepSegments(platform, workbookId)
}

type Work = { platform: StoragePlatform; reading: BlobReading; asked: FileListRequest; made: Put[] }

/** Rows and deletes first, then the manifests that name them, then the list that names these. */
async function putAll(work: Work, plan: ContentPlan, folder: string, files: ListedFiles) {
  const { reading, asked } = work
  const { version, schemaNo, columns, workbookId } = plan
  const listed = { version, schema: icebergSchema(schemaNo, columns) }
  const data = files.kept.map(({ segmentId, rows, bytes }) => ({
    location: reading.locationOf(segmentObjectName(workbookId, segmentId)),
    rows,
    bytes,
  }))
  for (const file of files.rows) data.push(await putFile(work, folder, file, 'rows'))
  const deletes = files.deletes ? [await putFile(work, folder, files.deletes, 'deletes')] : []
  const manifests: Manifest[] = []
  const kinds: readonly (readonly [ManifestKind, readonly ListedFile[]])[] = [
    ['data', data],
    ['deletes', deletes],
  ]
  for (const [kind, each] of kinds) {
    if (each.length === 0) continue
    const bytes = await manifestBytes(listed, kind, each)
    manifests.push({ kind, files: each, bytes: bytes.length, location: await putNew(work, 'manifest', bytes) })
  }
  const list = await manifestListBytes(listed, manifests)
  await put(work, asked.listId, 'list', list)
}

async function putFile(work: Work, folder: string, { file, rows, bytes }: BuiltFile, part: 'rows' | 'deletes') {
  return { location: await putNew(work, part, createReadStream(join(folder, file))), rows, bytes }
}

/** Known before it is uploaded: a node that dies in between leaves a row that the sweep finds. */
async function putNew(work: Work, part: Exclude<ListPart, 'list'>, bytes: Buffer | Readable): Promise<string> {
  const segmentId = newId()
  await inTransaction(work.platform.db, (tx) => insertListedObject(tx, work.asked, segmentId, part))
  return put(work, segmentId, part, bytes)
}

async function put(
  { platform, reading, asked, made }: Work,
  segmentId: string,
  part: ListPart,
  bytes: Buffer | Readable,
) {
  const name = listedObjectName(asked.workbookId, segmentId, part)
  const { sizeBytes, sha256 } = await platform.blobs.put(name, bytes)
  made.push({ segmentId, bytes: sizeBytes, sha256 })
  return reading.locationOf(name)
}
