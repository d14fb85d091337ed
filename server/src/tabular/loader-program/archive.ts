import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type ByteSource, openBytes } from '@bindery/spreadsheet/byte-source.ts'
import { FileRefused } from '@bindery/spreadsheet/errors.ts'
import { unpackEntry, unpackWhole } from '@bindery/spreadsheet/zip/unpack-entry.ts'
import { readZipDirectory, type ZipDirectory, type ZipEntry, zipKey } from '@bindery/spreadsheet/zip/zip-directory.ts'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { BuiltSegment } from '../builder/build-request.ts'
import { writeParquet } from '../builder/write-parquet.ts'
import type { ArchiveSegment, PartOfArchive } from '../loader/load-request.ts'
import { foreignRelation } from './foreign-relation.ts'

/** Tables, histories and files of a whole workbook: more than one spreadsheet has, and still no bomb. */
const LIMITS = { entries: 100_000, unpackedBytes: 16 * 1024 ** 3, ratio: 200, ratioFromBytes: 10 * 1024 ** 2 }
const MANIFEST = 'manifest.json'
const LARGEST_MANIFEST = 32 * 1024 ** 2

/** A zip file whose manifest says what each of its parts must be. Names of parts are never taken for paths. */
export type Archive = { bytes: ByteSource; directory: ZipDirectory }

export function openArchive(path: string): Archive {
  const bytes = openBytes(path)
  return { bytes, directory: readZipDirectory(bytes, LIMITS) }
}

/** What the archive says of itself; whoever asked looks at every word of it. */
export async function readManifest({ bytes, directory }: Archive): Promise<unknown> {
  const manifest = await unpackWhole(bytes, entryOf(directory, MANIFEST), LARGEST_MANIFEST)
  try {
    return JSON.parse(manifest.toString('utf8'))
  } catch {
    throw new FileRefused('corrupt', 'The manifest of the archive is no JSON.')
  }
}

/** A part as a file of this folder, if it is what the manifest says. */
export async function unpackPart(
  archive: Archive,
  folder: string,
  part: PartOfArchive,
  ending = 'part',
): Promise<string> {
  const entry = entryOf(archive.directory, part.name)
  if (entry.sizeBytes !== part.sizeBytes) throw changed(part)
  const file = `${randomUUID()}.${ending}`
  const hash = createHash('sha256')
  async function* hashed() {
    for await (const piece of unpackEntry(archive.bytes, entry)) {
      hash.update(piece)
      yield piece
    }
  }
  await pipeline(hashed, createWriteStream(`${folder}/${file}`))
  if (hash.digest('hex') !== part.sha256) throw changed(part)
  return file
}

/** Rows of a table that somebody else has written, written anew: what is in the file is a segment of ours, or it is refused. */
export async function rewriteSegment(
  archive: Archive,
  folder: string,
  duckdb: DuckDBConnection,
  { columns, limits, ...part }: ArchiveSegment,
): Promise<readonly BuiltSegment[]> {
  const file = await unpackPart(archive, folder, part, 'parquet')
  try {
    const relation = await foreignRelation(duckdb, `${folder}/${file}`, columns, limits.rows)
    const segments = await writeParquet({ duckdb, folder, limits }, relation)
    if (segments.length !== 1) throw new FileRefused('too_large', `${part.name} holds more than a segment may.`)
    return segments
  } finally {
    await rm(`${folder}/${file}`)
  }
}

function entryOf(directory: ZipDirectory, name: string): ZipEntry {
  const entry = directory.get(zipKey(name))
  if (!entry) throw new FileRefused('corrupt', `The archive is not whole: it has no ${name}.`)
  return entry
}

const changed = ({ name }: PartOfArchive) =>
  new FileRefused('corrupt', `${name} is not what it was when the archive was made.`)
