import { buffer } from 'node:stream/consumers'
import { crc32, deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bytesOf } from '../../byte-source.ts'
import { unpackWhole } from '../../zip/unpack-entry.ts'
import { readZipDirectory } from '../../zip/zip-directory.ts'
import {
  DEFLATED,
  dataDescriptor,
  directoryHeader,
  type EntryRecord,
  endOfDirectory,
  localHeader,
  SIZES_FOLLOW,
} from './zip-records.ts'
import { type ZipEntry, zipStream } from './zip-stream.ts'

async function unpacked(entries: readonly ZipEntry[]): Promise<Record<string, string>> {
  const bytes = bytesOf(await buffer(zipStream(entries, { level: 6 })))
  const found: Record<string, string> = {}
  for (const entry of readZipDirectory(bytes).values()) {
    found[entry.name] = (await unpackWhole(bytes, entry, 10 ** 8)).toString()
  }
  return found
}

async function* inChunks(...chunks: string[]) {
  for (const chunk of chunks) yield Buffer.from(chunk)
}

test('entries are found as they were put in, known beforehand, streamed or packed elsewhere', async () => {
  const content = Buffer.from('packed elsewhere')
  const bytes = deflateRawSync(content)
  const packed = {
    name: Buffer.from('c'),
    flags: SIZES_FOLLOW,
    method: DEFLATED,
    crc: crc32(content),
    packedBytes: bytes.length,
    unpackedBytes: content.length,
    bytes: () => [bytes],
  }

  const found = await unpacked([
    { name: 'a', content: Buffer.from('known') },
    { name: '日本.txt', chunks: inChunks('in ', '', 'chunks') },
    { packed },
    { name: 'empty', chunks: inChunks() },
  ])

  expect(found).toEqual({ a: 'known', '日本.txt': 'in chunks', c: 'packed elsewhere', empty: '' })
})

test('memory of a chunk may be used again for the one after the next', async () => {
  const memory = [Buffer.alloc(100_000), Buffer.alloc(100_000)]
  async function* chunks() {
    for (let n = 0; n < 50; n++) yield memory[n % 2]?.fill(`${n} `) ?? Buffer.alloc(0)
  }
  const expected = Array.from({ length: 50 }, (_, n) => Buffer.alloc(100_000).fill(`${n} `).toString()).join('')

  const found = await unpacked([{ name: 'a', chunks: chunks() }])

  expect(found.a).toBe(expected)
})

test('what is beyond four gigabytes is said in the wide fields, and only there', () => {
  const large: EntryRecord = {
    name: Buffer.from('a'),
    flags: SIZES_FOLLOW,
    method: DEFLATED,
    crc: 1,
    packedBytes: 5 * 1024 ** 3,
    unpackedBytes: 6 * 1024 ** 3,
    offset: 7 * 1024 ** 3,
  }
  const header = directoryHeader(large)
  const end = endOfDirectory(1, header.length, 8 * 1024 ** 3)

  expect(header.readUInt32LE(20)).toBe(0xffff_ffff)
  expect([51, 59, 67].map((at) => Number(header.readBigUInt64LE(at)) / 1024 ** 3)).toEqual([6, 5, 7])
  expect(dataDescriptor(large)).toHaveLength(24)
  expect(localHeader(large)).toHaveLength(31)
  expect(localHeader({ ...large, flags: 0 })).toHaveLength(31 + 20)
  expect(end).toHaveLength(56 + 20 + 22)
  expect(endOfDirectory(1, 47, 1_000)).toHaveLength(22)
})

test('a consumer that stops taking the file stops its producer', async () => {
  let isStopped = false
  async function* chunks() {
    try {
      for (;;) yield Buffer.from(`${Math.random()}`.repeat(10_000))
    } finally {
      isStopped = true
    }
  }

  let taken = 0
  for await (const bytes of zipStream([{ name: 'a', chunks: chunks() }], { level: 1 })) {
    taken += bytes.length
    if (taken > 100_000) break
  }

  expect(isStopped).toBe(true)
})

test('a higher level makes smaller files of the same content', async () => {
  const text = Array.from({ length: 20_000 }, (_, n) => `<c r="A${n}"><v>${n * 7}</v></c>`).join('')
  const entry = () => [{ name: 'a', chunks: inChunks(text) }]

  const [fast, small] = await Promise.all([1, 9].map((level) => buffer(zipStream(entry(), { level }))))

  expect(small?.length).toBeLessThan(fast?.length ?? 0)
  expect(await unpacked(entry())).toEqual({ a: text })
})
