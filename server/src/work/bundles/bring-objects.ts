import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { JobContext } from '../../core/jobs/job.ts'
import { writeSegments } from '../../engine/storage/bulk/write-segments.ts'
import { SEGMENT_LIMITS } from '../../engine/storage/segment.ts'
import type { SegmentRef } from '../../engine/table/table.ts'
import { assertState } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { insertSourceObject } from '../sources/sources.store.ts'
import { landFile } from '../sources/upload/land-file.ts'
import type { ArrivedFile } from './arrival.ts'
import type { ArrivingSchemas } from './arriving-schemas.ts'
import type { BundlePart } from './bundle.ts'
import { bundleRefused } from './bundles.errors.ts'
import type { NewIds } from './new-ids.ts'
import { askedPart, catalogRows, type OpenedBundle, unpackedPart } from './opened-bundle.ts'

const partsOf = ({ manifest }: OpenedBundle, wanted: BundlePart['kind']) =>
  manifest.parts.flatMap(({ id, ...part }) => (part.kind === wanted && id !== null ? [{ id, ...part }] : []))

/**
 * The rows of the tables. Each segment is rewritten in the sandbox: no file that a user sent is ever read outside of
 * it. They belong to no workbook until it is there, and are swept if it never is.
 */
export async function bringSegments(
  ctx: JobContext,
  bundle: OpenedBundle,
  { columnsOf }: ArrivingSchemas,
  ids: NewIds,
): Promise<Map<string, SegmentRef & { tableId: string }>> {
  const { workbookId } = ctx.job
  const arrived = new Map<string, SegmentRef & { tableId: string }>()
  const parts = partsOf(bundle, 'segment')
  for (const [n, { id, of: tableId, ...part }] of parts.entries()) {
    ctx.signal.throwIfAborted()
    ctx.report({ phase: 'rows', done: n, total: parts.length })
    const columns = columnsOf(tableId)
    const [built] = await bundle.loader.ask({
      kind: 'archive-segment',
      ...askedPart({ ...part, id, of: tableId }),
      columns,
      limits: SEGMENT_LIMITS,
    })
    assertState(built, 'a segment is rewritten as one')
    const [ref] = await writeSegments(ctx.bulk, { workbookId, tableId: ids.of(tableId) }, bundle.loader, [built])
    assertState(ref, 'a segment that was written is there')
    if (arrived.has(id)) throw bundleRefused('The bundle has rows twice.')
    arrived.set(id, { ...ref, tableId })
    await rm(join(bundle.loader.folder, built.file))
  }
  return arrived
}

/** The files of its sources, byte by byte. Of one that was erased there is a place and nothing in it. */
export async function bringFiles(
  ctx: JobContext,
  bundle: OpenedBundle,
  catalog: ReadonlyMap<string, string>,
): Promise<Map<string, ArrivedFile>> {
  const arrived = await placesOfErased(ctx, catalog)
  const parts = partsOf(bundle, 'source')
  for (const [n, part] of parts.entries()) {
    ctx.signal.throwIfAborted()
    ctx.report({ phase: 'files', done: n, total: parts.length })
    const path = await unpackedPart(bundle.loader, part)
    const file = { bytes: createReadStream(path), filename: '', contentType: '' }
    arrived.set(part.id, await landFile(ctx.bulk, ctx.job.workbookId, file))
    await rm(path)
  }
  return arrived
}

async function placesOfErased({ bulk, job }: JobContext, catalog: ReadonlyMap<string, string>) {
  const places = new Map<string, ArrivedFile>()
  for await (const { object_id, erased_at, size_bytes, sha256 } of catalogRows(catalog, 'source_revision')) {
    if (typeof object_id !== 'string' || typeof erased_at !== 'string') continue
    const objectId = newId()
    await inTransaction(bulk.db, (tx) => insertSourceObject(tx, { workbookId: job.workbookId, objectId }))
    places.set(object_id, { objectId, sizeBytes: Number(size_bytes), sha256: sha256?.slice(2) ?? '' })
  }
  return places
}
