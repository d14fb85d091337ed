/** Reads one file in one way and tells what it took: `contestant.ts <way> <file> <folder to write in>`. */
import { readFileSync } from 'node:fs'
import { createInflateRaw } from 'node:zlib'
import { openLoaderDatabase } from '../../server/src/engine/builder/open-folder-database.ts'
import { stageSheets } from '../../server/src/engine/loader-program/sheet-stage.ts'
import { type ByteSource, openBytes } from '../../spreadsheet/src/byte-source.ts'
import { openFile } from '../../spreadsheet/src/open-file.ts'
import { readZipDirectory, type ZipEntry } from '../../spreadsheet/src/zip/zip-directory.ts'

const LOCAL_HEADER_BYTES = 30
const PIECE_BYTES = 1024 * 1024

/** Each answers how many rows it has seen, or bytes where it knows no rows. */
const WAYS: Readonly<Record<string, (path: string, folder: string) => Promise<number>>> = {
  /** What the loader does, up to the table that its segments are written from. */
  loader: async (path, folder) => {
    const duckdb = await openLoaderDatabase(folder)
    const file = await openFile(openBytes(path), path)
    const staged = await stageSheets(duckdb, file, { phase: '', rows: 0, bytes: 0, totalBytes: 0 })
    return staged.reduce((sum, { rows }) => sum + rows, 0)
  },
  inflate: async (path) => {
    const bytes = openBytes(path)
    let sizeBytes = 0
    for (const entry of readZipDirectory(bytes).values()) sizeBytes += await inflate(bytes, entry)
    return sizeBytes
  },
  sheetjs: async (path) => {
    const { read } = await import('@e965/xlsx')
    const book = read(readFileSync(path), { dense: true, cellText: false, cellNF: true, cellHTML: false })
    return Object.values(book.Sheets).reduce((sum, sheet) => sum + (sheet['!data']?.length ?? 0), 0)
  },
}

async function inflate(bytes: ByteSource, { at, packedBytes }: ZipEntry): Promise<number> {
  const header = bytes.read(at, LOCAL_HEADER_BYTES)
  const from = at + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  const stream = createInflateRaw({ chunkSize: PIECE_BYTES })
  stream.end(bytes.read(from, packedBytes))
  let sizeBytes = 0
  for await (const piece of stream) sizeBytes += piece.length
  return sizeBytes
}

const [, , way = '', path = '', folder = ''] = process.argv
const seen = await WAYS[way]?.(path, folder)
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
const measured = {
  seen,
  cpu_s: (userCPUTime + systemCPUTime) / 1e6,
  wall_s: performance.now() / 1000,
  peak_mb: maxRSS / 1024,
}
process.stdout.write(`${JSON.stringify(measured)}\n`)
