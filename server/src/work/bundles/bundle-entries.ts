import { createHash } from 'node:crypto'
import { closeSync, createReadStream, openSync, readSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { writeXlsx } from '@bindery-data/spreadsheet/write/write-xlsx.ts'
import { NAME_IS_UTF8, STORED } from '@bindery-data/spreadsheet/write/zip/zip-records.ts'
import type { ZipEntry } from '@bindery-data/spreadsheet/write/zip/zip-stream.ts'
import { tableAtVersion } from '../../core/reading/frozen-table.ts'
import type { OpenedTable } from '../../core/reading/open-readable-table.ts'
import { openReadableTables } from '../../core/reading/open-readable-tables.ts'
import { listStyles } from '../../core/tables/annotations/annotations.store.ts'
import { languageOf } from '../../core/workbooks/workbook.ts'
import { exportParquet } from '../../engine/storage/bulk/read-content.ts'
import { segmentUnavailable } from '../../engine/storage/segment.ts'
import { planContent } from '../../engine/table/content.ts'
import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { annotatedStyles } from '../exports/annotated-styles.ts'
import { MOST_SHEET_ROWS, memberNames } from '../exports/export.ts'
import { sheetOfTable } from '../exports/sheet-of-table.ts'
import { sourceObjectName } from '../sources/source.ts'
import { BUNDLE_FORMAT, BUNDLE_VERSION, type BundlePart, MANIFEST, type Manifest } from './bundle.ts'
import type { CutFile, CutSegment, CutTable } from './bundles.store.ts'
import type { Cut } from './cut.ts'

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
  const { chunks, summary } = measured(bytes)
  return {
    entry: { name, chunks },
    part: () => {
      assertState(summary().sha256 === sha256, `the bytes of object ${objectId} are not those that came`)
      return { name, kind: 'source', of: objectId, id: objectId, size_bytes: sizeBytes, sha256 }
    },
  }
}

function manifestOf(ctx: Context, { workbook, counters }: Cut, parts: readonly BundlePart[]): Manifest {
  const { workbookId, title, description } = workbook
  return {
    format: BUNDLE_FORMAT,
    version: BUNDLE_VERSION,
    created_at: ctx.now().toISOString(),
    workbook: {
      workbook_id: workbookId,
      title,
      description,
      language: languageOf(workbook),
      edit_seq: counters.editSeq,
      op_id: counters.opId,
    },
    parts: [...parts],
  }
}

/** Each table as people and other programs read it: Parquet, and xlsx where a sheet has room for it. */
async function* tableEntries(ctx: Context, { workbook, tables }: Cut, folder: string): AsyncGenerator<PartEntry> {
  const { workbookId } = workbook
  const stems = memberNames(
    tables.map(({ name }) => name),
    '',
  )
  const opened = await openReadableTables(ctx, workbookId, undefined)
  for (const [n, table] of tables.entries()) {
    const stem = `tables/${stems[n]}`
    yield* parquetEntry(ctx, workbookId, table, `${stem}.parquet`, folder)
    const found = opened.tables.find(({ artifactId }) => artifactId === table.tableId)
    if (found && table.rowCount <= MOST_SHEET_ROWS) yield await xlsxEntry(ctx, workbookId, table, found, `${stem}.xlsx`)
  }
}

async function* parquetEntry(
  { bulk }: Context,
  workbookId: string,
  { tableId, version }: CutTable,
  name: string,
  folder: string,
): AsyncGenerator<PartEntry> {
  const plan = await planContent(bulk.db, workbookId, tableId, version)
  assertState(plan, `version ${version} of table ${tableId} was forgotten while it was bundled`)
  const path = join(folder, `${tableId}.parquet`)
  await exportParquet(bulk.storage, plan, path)
  const file = await measureFile(path)
  yield {
    entry: storedEntry(name, path, file),
    part: () => ({ name, kind: 'table', of: tableId, id: null, size_bytes: file.sizeBytes, sha256: file.sha256 }),
  }
  await rm(path)
}

async function xlsxEntry(
  ctx: Context,
  workbookId: string,
  { tableId, version }: CutTable,
  opened: OpenedTable,
  name: string,
): Promise<PartEntry> {
  const table = await tableAtVersion(ctx.db, opened.table, version)
  const styles = annotatedStyles(table.columns, await listStyles(ctx.db, { workbookId, tableId }))
  const whole = { opened, table, columns: table.columns, orderBy: [], filter: null }
  const sheet = await sheetOfTable(ctx.reader, whole, { hasRowIds: false, styles })
  const createdAt = ctx.now()
  const properties = { title: table.name, createdAt, modifiedAt: createdAt, custom: {} }
  const { chunks, summary } = measured(writeXlsx({ sheets: [sheet], definedNames: [], properties }))
  return { entry: { name, chunks }, part: () => ({ name, kind: 'table', of: tableId, id: null, ...summary() }) }
}

/** An entry of the zip file; once it is written, the part it was. */
type PartEntry = { entry: ZipEntry; part: () => BundlePart }

/** Chunks that are hashed as they pass. */
function measured(chunks: AsyncIterable<Buffer>) {
  const hash = createHash('sha256')
  let sizeBytes = 0
  async function* passing() {
    for await (const chunk of chunks) {
      hash.update(chunk)
      sizeBytes += chunk.length
      yield chunk
    }
  }
  return { chunks: passing(), summary: () => ({ size_bytes: sizeBytes, sha256: hash.digest('hex') }) }
}

const PIECE_BYTES = 128 * 1024

type MeasuredFile = { sizeBytes: number; sha256: string; crc: number }

async function measureFile(path: string): Promise<MeasuredFile> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  let crc = 0
  for await (const piece of createReadStream(path, { highWaterMark: 8 * PIECE_BYTES })) {
    hash.update(piece)
    crc = crc32(piece, crc)
    sizeBytes += piece.length
  }
  return { sizeBytes, sha256: hash.digest('hex'), crc }
}

/** A file that is packed already goes into the zip file as it is. */
function storedEntry(name: string, path: string, { sizeBytes, crc }: MeasuredFile): ZipEntry {
  return {
    packed: {
      name: Buffer.from(name),
      flags: NAME_IS_UTF8,
      method: STORED,
      crc,
      packedBytes: sizeBytes,
      unpackedBytes: sizeBytes,
      bytes: () => piecesOf(path),
    },
  }
}

function* piecesOf(path: string): Generator<Buffer> {
  const file = openSync(path, 'r')
  try {
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE_BYTES)
      const length = readSync(file, piece)
      if (length === 0) return
      yield piece.subarray(0, length)
    }
  } finally {
    closeSync(file)
  }
}
