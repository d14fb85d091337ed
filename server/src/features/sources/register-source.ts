import type { Context } from '../../platform/context.ts'
import { newId, toWireId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres.ts'
import { limitReached } from '../accounts/accounts.errors.ts'
import { appendAuditEntry } from '../audit/append-audit-entry.ts'
import { updateSourceCount } from '../workbooks/workbooks.store.ts'
import { claimObject } from './claim-object.ts'
import { freeFilename, MOST_SOURCES, type Provenance, type SourceMode, type StoredFile } from './source.ts'
import { insertRevision, insertSource, listSourceNames } from './sources.store.ts'

export type Registration = { workbookId: string; file: StoredFile; mode: SourceMode; provenance: Provenance }

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
    detail: { source_id: toWireId('src', sourceId), size_bytes: file.sizeBytes, sha256: file.sha256 },
  })
  return { sourceId, name, isRenamed: name !== file.filename }
}
