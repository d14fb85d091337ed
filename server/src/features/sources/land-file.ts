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
    contentType: (typeByName(filename, contentType) ?? contentType).slice(0, MOST_TYPE_CHARACTERS),
    objectId,
    sizeBytes,
    sha256,
  }
}

const TYPES: Readonly<Record<string, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.12',
  xlsb: 'application/vnd.ms-excel.sheet.binary.macroEnabled.12',
  xls: 'application/vnd.ms-excel',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
}

/** Types that a form or a client puts in where none was given: the name says more. */
const UNKNOWN_TYPES = new Set(['', 'text/plain', 'application/octet-stream'])

function typeByName(filename: string, contentType: string): string | undefined {
  if (!UNKNOWN_TYPES.has(contentType.split(';')[0]?.trim().toLowerCase() ?? '')) return undefined
  return TYPES[/\.([a-z]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '']
}
