import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ZipEntry } from '@bindery/spreadsheet/write/zip/zip-stream.ts'
import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { segmentUnavailable } from '../../tabular/tabular.errors.ts'
import { sourceObjectName } from '../sources/source.ts'
import { BUNDLE_FORMAT, BUNDLE_VERSION, type BundlePart, MANIFEST, type Manifest } from './bundle.ts'
import type { CutFile, CutSegment } from './bundles.store.ts'
import type { Cut } from './cut.ts'
import { measured, type PartEntry } from './part-entry.ts'
import { measureFile, storedEntry } from './stored-entry.ts'
import { tableEntries } from './table-entries.ts'

/** Everything in a bundle, one after the other, and at last the manifest that says what each must be. */
export async function* bundleEntries(
  ctx: Context,
  cut: Cut,
  folder: string,
  { hasTables }: { hasTables: boolean },
): AsyncGenerator<ZipEntry> {
  const parts: BundlePart[] = []
  for await (const { entry, part } of partEntries(ctx, cut, folder, hasTables)) {
    yield entry
    parts.push(part())
  }
  yield { name: MANIFEST, content: Buffer.from(JSON.stringify(manifestOf(ctx, cut, parts), null, 1)) }
}

async function* partEntries(ctx: Context, cut: Cut, folder: string, hasTables: boolean): AsyncGenerator<PartEntry> {
  for (const { part, path } of cut.catalog)
    yield { entry: { name: part.name, chunks: createReadStream(path) }, part: () => part }
  for (const segment of cut.segments) yield* segmentEntry(ctx, cut.workbook.workbookId, segment, folder)
  for (const file of cut.files) yield await fileEntry(ctx, cut.workbook.workbookId, file)
  if (hasTables) yield* tableEntries(ctx, cut, folder)
}

async function* segmentEntry(
  { bulk }: Context,
  workbookId: string,
  { segmentId, tableId, sha256, bytes, rows }: CutSegment,
  folder: string,
): AsyncGenerator<PartEntry> {
  const path = join(folder, `${segmentId}.parquet`)
  await bulk.storage.cache.link({ workbookId, segmentId, sha256, bytes, rows, rowLo: 0, rowHi: 0 }, path)
  const name = `segments/${segmentId}.parquet`
  const measured = await measureFile(path)
  if (measured.sha256 !== sha256) throw segmentUnavailable(segmentId)
  yield {
    entry: storedEntry(name, path, measured),
    part: () => ({ name, kind: 'segment', of: tableId, id: segmentId, size_bytes: bytes, sha256 }),
  }
  await rm(path)
}

async function fileEntry(
  { blobs }: Context,
  workbookId: string,
  { objectId, filename, sha256, sizeBytes }: CutFile,
): Promise<PartEntry> {
  const bytes = await blobs.get(sourceObjectName(workbookId, objectId))
  assertState(bytes, `the bytes of object ${objectId} are not in the store`)
  const name = `sources/${objectId}/${filename.replace(/[\p{Cc}/\\:*?"<>|]/gu, '_').slice(0, 150)}`
  const { chunks, told } = measured(bytes)
  return {
    entry: { name, chunks },
    part: () => {
      assertState(told().sha256 === sha256, `the bytes of object ${objectId} are not those that came`)
      return { name, kind: 'source', of: objectId, id: objectId, size_bytes: sizeBytes, sha256 }
    },
  }
}

function manifestOf(ctx: Context, { workbook, counters }: Cut, parts: readonly BundlePart[]): Manifest {
  const { workbookId, title, description, language } = workbook
  return {
    format: BUNDLE_FORMAT,
    version: BUNDLE_VERSION,
    created_at: ctx.now().toISOString(),
    workbook: {
      workbook_id: workbookId,
      title,
      description,
      language,
      edit_seq: counters.editSeq,
      op_id: counters.opId,
    },
    parts: [...parts],
  }
}
