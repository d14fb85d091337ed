import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { bytesOf } from '../../spreadsheet/src/byte-source.ts'
import { unpackEntry } from '../../spreadsheet/src/zip/unpack-entry.ts'
import { readZipDirectory } from '../../spreadsheet/src/zip/zip-directory.ts'
import { pdfTexts } from './unfold-pdf.ts'

/** Wrappings inside wrappings: no answer of the service has more. */
const DEEPEST = 6
/** Of a buffer of Arrow or Parquet that is packed by itself. */
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const PARQUET = Buffer.from('PAR1')

/** Everything an answer may hold its values in: as it came, and with its wrappings undone, one inside the other. */
export async function* unfold(bytes: Buffer, depth = 0): AsyncGenerator<Buffer> {
  yield* texts(bytes)
  if (depth === DEEPEST) return
  for (const inner of unpacked(bytes)) yield* unfold(inner, depth + 1)
  for (const inner of fromBase64(bytes)) yield* unfold(inner, depth + 1)
  if (startsWith(bytes, 'PK')) yield* entries(bytes, depth)
  if (startsWith(bytes, '%PDF-')) yield* pdfTexts(bytes)
  if (startsWith(bytes, 'PAR1')) yield await parquetRows(bytes)
}

const startsWith = (bytes: Buffer, text: string) => bytes.subarray(0, text.length).toString('latin1') === text

/** gzip, zlib, and frames of zstd wherever they begin. Brotli has no mark: it is tried where the bytes are no text. */
function* unpacked(bytes: Buffer): Generator<Buffer> {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) yield* attempt(() => gunzipSync(bytes))
  if (bytes[0] === 0x78 && [0x01, 0x5e, 0x9c, 0xda].includes(bytes[1] ?? 0)) yield* attempt(() => inflateSync(bytes))
  for (let at = bytes.indexOf(ZSTD); at >= 0; at = bytes.indexOf(ZSTD, at + 1))
    yield* attempt(() => zstdDecompressSync(bytes.subarray(at)))
  if (bytes.length > 0 && bytes.length < 1_000_000 && !isText(bytes)) yield* attempt(() => brotliDecompressSync(bytes))
}

const isText = (bytes: Buffer) => !bytes.subarray(0, 200).some((byte) => byte < 9 || byte > 126)

function* attempt(unpack: () => Buffer): Generator<Buffer> {
  try {
    yield unpack()
  } catch {
    // Not packed that way.
  }
}

/** Ids and tokens look like base64 too; what they decode to holds nothing and is small. */
function* fromBase64(bytes: Buffer): Generator<Buffer> {
  for (const [run] of bytes.toString('latin1').matchAll(/[A-Za-z0-9+/_-]{24,}={0,2}/g)) yield Buffer.from(run, 'base64')
}

async function* entries(bytes: Buffer, depth: number): AsyncGenerator<Buffer> {
  const source = bytesOf(bytes)
  for (const entry of directoryOf(source).values()) {
    yield Buffer.from(entry.name)
    const parts: Buffer[] = []
    for await (const part of unpackEntry(source, entry)) parts.push(Buffer.from(part))
    yield* unfold(Buffer.concat(parts), depth + 1)
  }
}

/** An archive that is broken, or claims too much, holds nothing that can be unpacked. */
function directoryOf(source: ReturnType<typeof bytesOf>): ReturnType<typeof readZipDirectory> {
  try {
    return readZipDirectory(source)
  } catch {
    return new Map()
  }
}

/** Names and cells of a Parquet file as text, whatever its pages are packed with. */
async function parquetRows(bytes: Buffer): Promise<Buffer> {
  if (!bytes.subarray(-4).equals(PARQUET)) return Buffer.alloc(0)
  const path = join(tmpdir(), `${randomUUID()}.parquet`)
  await writeFile(path, bytes)
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    const read = await connection.runAndReadAll(`select * from read_parquet('${path}')`)
    const rows = read.getRowsJson().map((row) => row.join('\n'))
    return Buffer.from([...read.columnNames(), ...rows].join('\n'))
  } finally {
    connection.closeSync()
    instance.closeSync()
    await rm(path)
  }
}

function* texts(bytes: Buffer): Generator<Buffer> {
  yield bytes
  const text = bytes.toString('utf8')
  if (bytes.includes(0)) yield Buffer.from(bytes.toString('utf16le'))
  if (/\\[u/]/.test(text))
    yield Buffer.from(text.replace(/\\u([0-9a-f]{4})/gi, (_, code) => char(code, 16)).replaceAll('\\/', '/'))
  if (text.includes('&#')) yield Buffer.from(text.replace(/&#x([0-9a-f]+);/gi, (_, code) => char(code, 16)))
  if (/%[0-9a-f]{2}/i.test(text)) yield Buffer.from(text.replace(/(?:%[0-9a-f]{2})+/gi, percentDecoded))
}

const char = (code: string, base: number) => String.fromCodePoint(Number.parseInt(code, base))

const percentDecoded = (run: string) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8')
