import { whilePoliciesHold } from '../../core/policies/while-policies-hold.ts'
import { listedObjectName } from '../../engine/storage/segment.ts'
import { findListedObject, type ListedObject } from '../../engine/storage/segments.store.ts'
import type { BlobReading, SignableRequest } from '../../platform/blobs/blobs.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { fileListOutdated, notSigned, objectStoreRequired } from './iceberg.errors.ts'
import { makeFileList } from './make-file-list.ts'
import { openPlainTable } from './open-plain-table.ts'

/** A request that a client would like to send to the store. */
export type SignRequest = { method: string; address: string; headers: Readonly<Record<string, string>> }

const OBJECT = /^segments\/([0-9a-f-]{36})\/([0-9a-f-]{36})\.(?:parquet|avro)$/

/**
 * Lets one request to the store through: a read of one object of one table that the caller may have the files of, asked again for each.
 * The list of a version is made when it is first read.
 */
export async function signRequest(
  ctx: Context,
  workbookId: string,
  name: string,
  request: SignRequest,
): Promise<Readonly<Record<string, string>>> {
  const { reading } = ctx.blobs
  if (!reading) throw objectStoreRequired()
  const { signed } = await whilePoliciesHold(ctx, workbookId, async () => {
    const { artifactId: tableId, policyEpoch, name: table } = await openPlainTable(ctx, workbookId, name)
    const { segmentId, objectName, method } = wantedFile(reading, workbookId, request)
    const found = await findListedObject(ctx.db, { workbookId, tableId }, segmentId)
    if (!found || !isNamed(found, { workbookId, segmentId, objectName })) {
      throw notFound('file of this table', objectName)
    }
    const { version, isThere } = found
    if (!isThere && version !== null) {
      const isMade = await makeFileList(ctx.bulk, reading, { workbookId, tableId, listId: segmentId, version })
      if (!isMade) throw fileListOutdated(table)
    }
    return { policyEpoch, signed: await reading.sign({ ...request, method }) }
  })
  return signed
}

type WantedFile = { method: SignableRequest['method']; objectName: string; segmentId: string }

function wantedFile(reading: BlobReading, workbookId: string, { method, address }: SignRequest): WantedFile {
  if (method !== 'GET' && method !== 'HEAD') {
    throw notSigned(`A file can be read, and nothing else: ${method} is no read.`)
  }
  const objectName = reading.nameAt(address)
  const [, place, segmentId] = OBJECT.exec(objectName ?? '') ?? []
  if (objectName === undefined || segmentId === undefined || place !== workbookId) {
    throw notSigned('The address names no file of this table.')
  }
  return { method, objectName, segmentId }
}

/** Under the one name it has; what is still on its way to the store is not there. */
function isNamed(
  { part, isThere }: ListedObject,
  { workbookId, segmentId, objectName }: { workbookId: string; segmentId: string; objectName: string },
): boolean {
  return (isThere || part === 'list') && objectName === listedObjectName(workbookId, segmentId, part ?? 'rows')
}
