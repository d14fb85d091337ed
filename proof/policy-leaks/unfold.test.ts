import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { isIn, numberCanary, textCanary } from './canaries.ts'
import { unfold } from './unfold.ts'

const CANARY = textCanary('zxcanaryvw')
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
const TEXT = Buffer.from('{"cell":"zxcanaryvw","other":"more of the answer"}')

test.each([
  ['plain', TEXT],
  ['gzip', gzipSync(TEXT)],
  ['deflate', deflateSync(TEXT)],
  ['brotli', brotliCompressSync(TEXT)],
  ['zstd behind other bytes', Buffer.concat([Buffer.from([0xff, 0xff, 0, 0]), zstdCompressSync(TEXT)])],
  ['base64 of gzip', Buffer.from(`{"file":"${gzipSync(TEXT).toString('base64')}"}`)],
  ['base64 of base64', Buffer.from(Buffer.from(TEXT.toString('base64')).toString('base64url'))],
  ['gzip of a workbook', gzipSync(workbook())],
  ['a PDF whose packed bytes end with a carriage return', pdfEndingWith(0x0d)],
  ['UTF-16', Buffer.from(TEXT.toString(), 'utf16le')],
  ['escapes', Buffer.from(JSON.stringify([...'zxcanaryvw'].map(escaped).join('')).replaceAll('\\\\', '\\'))],
])('a canary is found in %s', async (_, bytes) => {
  expect(await isFound(bytes)).toBe(true)
})

test('a canary is found in a Parquet file, and a number in one too', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'unfold-')), 'cells.parquet')
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  await connection.run(
    `copy (select 'zxcanaryvw' as cell, 735134401::bigint as pay from range(500)) to '${path}' (compression zstd)`,
  )
  const bytes = await readFile(path)

  expect(await isFound(bytes)).toBe(true)
  expect(await isFound(Buffer.from(bytes.toString('base64')), numberCanary(735_134_401))).toBe(true)
})

test('an answer without the canary has none', async () => {
  expect(await isFound(gzipSync(Buffer.from('nothing is hidden here, and nothing is found')))).toBe(false)
})

async function isFound(bytes: Buffer, canary = CANARY): Promise<boolean> {
  for await (const piece of unfold(bytes)) if (isIn(canary, piece)) return true
  return false
}

/** The last byte of packed bytes is of their sum, and so any byte. */
function pdfEndingWith(byte: number): Buffer {
  const packed = Array.from({ length: 256 }, (_, n) => deflateSync(Buffer.from(`${TEXT}${'y'.repeat(n)}`))).find(
    (bytes) => bytes.at(-1) === byte,
  )
  if (!packed) throw new Error(`no text ends with ${byte}`)
  const head = `%PDF-1.7\n1 0 obj\n<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\n')])
}

function workbook(): Buffer {
  const book = utils.book_new(utils.aoa_to_sheet([['name'], ['zxcanaryvw']]))
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true })
}
