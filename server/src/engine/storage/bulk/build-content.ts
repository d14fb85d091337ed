import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { ServiceError } from '../../../platform/errors.ts'
import type { Db } from '../../../platform/postgres.ts'
import type { BuildSource, LaidFile, LaidRow, Retype } from '../../builder/build-request.ts'
import type { Builder } from '../../builder/builder-process-handle.ts'
import type { TableWrite } from '../../table/commit.ts'
import { type ContentPlan, laidRanges } from '../../table/content.ts'
import type { Edit } from '../../table/table.ts'
import { findBuiltFrom, findManifestAt, findVersion } from '../../table/tables.store.ts'
import { type StoredSegment, toBuildColumn } from '../segment.ts'
import type { Storage } from '../storage.ts'

/** Part of a content: some of its segments, and some of the rows laid over them. */
export type ContentPart = { segments: readonly StoredSegment[]; rowIds: readonly number[] }

export const wholeContent = (plan: ContentPlan): ContentPart => ({
  segments: plan.segments,
  rowIds: [...plan.laid.keys()],
})

/** Lays the files of a part out for a builder. */
export async function laySource(
  { cache }: Storage,
  { input }: Builder,
  plan: ContentPlan,
  { segments, rowIds }: ContentPart,
  retype?: Retype,
): Promise<BuildSource> {
  const files: string[] = []
  for (const segment of segments) {
    const file = `${randomUUID()}.parquet`
    await cache.link(segment, join(input, file))
    files.push(file)
  }
  const laid = rowIds.length > 0 ? await layRows(input, plan, rowIds) : null
  return { segments: files, laid, columns: plan.columns.map(toBuildColumn), ...(retype ? { retype } : {}) }
}

async function layRows(folder: string, { columns, laid }: ContentPlan, rowIds: readonly number[]) {
  const columnIds = columns.map(({ id }) => id)
  const file = openLaidFile(folder, columnIds)
  for (const rowId of rowIds) {
    const row = laid.get(rowId)
    if (row) await file.add({ rowId, ...row })
  }
  return file.end()
}

/** Work of a workbook that reads segments. If it fails and a copy of one turns out to be damaged, it is done once more without it. */
export async function buildFrom<T>(
  { build, cache }: Storage,
  workbookId: string,
  segments: readonly StoredSegment[],
  work: (builder: Builder) => Promise<T>,
): Promise<T> {
  try {
    return await build(workbookId, work)
  } catch (error) {
    if (error instanceof ServiceError || !(await cache.discardDamaged(segments))) throw error
    return build(workbookId, work)
  }
}

const CHUNK_CHARACTERS = 1_000_000

/** A file of edited rows for a builder. */
export type LaidWriter = { add(edit: Edit): Promise<void>; end(): Promise<LaidFile> }

/** Cells of other columns are left out: they belong to columns dropped since. */
export function openLaidFile(folder: string, columnIds: readonly number[], idsAfter = 0): LaidWriter {
  const file = `${randomUUID()}.ndjson`
  const stream = createWriteStream(join(folder, file), { mode: 0o600 })
  let pending = ''
  let longestLineBytes = 0
  const flush = async () => {
    await write(stream, pending)
    pending = ''
  }
  return {
    add: async (edit) => {
      const line = JSON.stringify(toLine(edit, columnIds))
      longestLineBytes = Math.max(longestLineBytes, Buffer.byteLength(line))
      pending += `${line}\n`
      if (pending.length > CHUNK_CHARACTERS) await flush()
    },
    end: async () => {
      await flush()
      stream.end()
      await finished(stream)
      return { file, longestLineBytes, idsAfter }
    },
  }
}

async function write(stream: WriteStream, text: string) {
  if (!stream.write(text)) await once(stream, 'drain')
}

function toLine({ rowId, op, cells }: Edit, columnIds: readonly number[]): LaidRow {
  const row: LaidRow = { r: rowId, o: op }
  if (op === 'D') return row
  const set = columnIds.filter((id) => cells[id] !== undefined)
  for (const id of set) row[`c${id}`] = cells[id] ?? null
  return { ...row, s: set }
}

/**
 * The write that gives a table the content and the columns of an older version. Nothing is copied: it names the same
 * segments, and the versions whose edits lie over them. Undefined when that version is forgotten.
 */
export async function planRestore(
  db: Db,
  workbookId: string,
  tableId: string,
  version: number,
): Promise<TableWrite | undefined> {
  const found = await findVersion(db, workbookId, tableId, version)
  const manifest = await findManifestAt(db, workbookId, tableId, version)
  if (!found || !manifest) return undefined
  return {
    tableId,
    expected: null,
    kind: 'replace',
    segments: manifest.segments,
    overlays: laidRanges(manifest, version),
    rowCount: found.rowCount,
    schemaNo: found.schemaNo,
    contentVersion: found.contentVersion,
    builtFrom: await findBuiltFrom(db, workbookId, tableId, version),
  }
}
