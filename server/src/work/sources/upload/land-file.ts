import type { Readable } from 'node:stream'
import { appendAuditEntry } from '../../../core/audit/append-audit-entry.ts'
import { updateSourceCount } from '../../../core/workbooks/workbooks.store.ts'
import { limitReached } from '../../../people/accounts/accounts.errors.ts'
import type { Context, PublicContext } from '../../../platform/context.ts'
import { newId, toWireId } from '../../../platform/ids.ts'
import { inOneStatement, type Tx } from '../../../platform/postgres.ts'
import {
  freeFilename,
  MOST_SOURCES,
  type Provenance,
  type SourceMode,
  type StoredFile,
  sourceObjectName,
} from '../source.ts'
import { bytesGone } from '../sources.errors.ts'
import {
  insertRevision,
  insertSource,
  insertSourceObject,
  listSourceNames,
  type ObjectKey,
  updateSourceObjectKept,
} from '../sources.store.ts'

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

type Registration = { workbookId: string; file: StoredFile; mode: SourceMode; provenance: Provenance }

/** Keeps a file that arrived as a new source. The caller holds the head lock. */
export async function registerSource(tx: Tx, ctx: Context, { workbookId, file, mode, provenance }: Registration) {
  const names = await listSourceNames(tx, workbookId)
  if (names.size >= MOST_SOURCES) throw limitReached('sources', MOST_SOURCES)
  const name = freeFilename(file.filename, (taken) => names.has(taken))
  const sourceId = newId()
  const createdBy = ctx.caller.userId
  await claimObject(tx, { workbookId, objectId: file.objectId })
  await insertSource(tx, {
    workbookId,
    sourceId,
    name,
    mode,
    status: 'registered',
    structuring: 'skipped',
    provenance,
    createdBy,
  })
  await insertRevision(tx, { workbookId, sourceId, revision: 1, createdBy, ...file })
  await updateSourceCount(tx, workbookId, 1)
  await appendAuditEntry(tx, ctx, {
    workbookId,
    action: 'source.register',
    target: { source: name },
    // Neither hash nor size: an admin reads the log, from whom something in the file may be hidden later.
    detail: { source_id: toWireId('src', sourceId) },
  })
  return { sourceId, name, isRenamed: name !== file.filename }
}

/** A source has the bytes from now on. Those that waited too long are gone, and must be sent again. */
export async function claimObject(tx: Tx, key: ObjectKey) {
  if (!(await updateSourceObjectKept(tx, key, null))) throw bytesGone()
}
