import { expect, test } from 'vitest'
import { makeZip, type ZipPart } from '../../test/make-zip.ts'
import { bytesOf } from '../byte-source.ts'
import { unpackWhole } from './unpack-entry.ts'
import { readZipDirectory, ZIP_LIMITS } from './zip-directory.ts'

const MEGABYTE = 1024 ** 2

async function unpackAll(archive: Buffer) {
  const bytes = bytesOf(archive)
  const contents: Record<string, string> = {}
  for (const [key, entry] of readZipDirectory(bytes))
    contents[key] = (await unpackWhole(bytes, entry, MEGABYTE)).toString()
  return contents
}

const refusal = (parts: readonly ZipPart[]) =>
  unpackAll(makeZip(parts)).then(
    () => null,
    (error) => error.problem ?? error,
  )

test('entries are found by name whatever their case, packed or not, in archives small and large', async () => {
  const parts = [
    { name: 'xl/Sheet.xml', content: 'x'.repeat(1000) },
    { name: 'xl\\other.xml', content: 'y', isStored: true },
    { name: 'xl/', content: '' },
  ]
  const contents = { 'xl/sheet.xml': 'x'.repeat(1000), 'xl/other.xml': 'y' }

  expect(await unpackAll(makeZip(parts))).toEqual(contents)
  expect(await unpackAll(makeZip(parts, { isZip64: true }))).toEqual(contents)
  expect(await unpackAll(Buffer.concat([makeZip(parts), Buffer.from('trailing')]))).toEqual(contents)
})

test('what unpacks to far more than it is, is refused before anything is unpacked', () => {
  const zeros = { name: 'a.xml', content: Buffer.alloc(11 * MEGABYTE) }
  const many = Array.from({ length: 10_001 }, (_, n) => ({ name: `${n}`, content: '', isStored: true }))
  const large = { name: 'a.xml', content: '', claims: { sizeBytes: 2 ** 30 + 1, packedBytes: 2 ** 29 } }

  for (const parts of [[zeros], many, [large]]) {
    expect(() => readZipDirectory(bytesOf(makeZip(parts)))).toThrow(expect.objectContaining({ problem: 'zip_bomb' }))
  }
})

test('small parts may be packed as tightly as they like', () => {
  const parts = [{ name: 'a.xml', content: Buffer.alloc(9 * MEGABYTE) }]

  expect(readZipDirectory(bytesOf(makeZip(parts)), ZIP_LIMITS).size).toBe(1)
})

test('an entry that lies about itself is refused as soon as that shows', async () => {
  const content = 'some content that is long enough'

  expect(await refusal([{ name: 'a', content, claims: { sizeBytes: 4 } }])).toBe('zip_bomb')
  expect(await refusal([{ name: 'a', content, claims: { sizeBytes: 40 } }])).toBe('corrupt')
  expect(await refusal([{ name: 'a', content, claims: { crc: 1 } }])).toBe('corrupt')
  expect(await refusal([{ name: 'a', content, claims: { method: 12 } }])).toBe('corrupt')
  expect(await refusal([{ name: 'a', content, isStored: true, claims: { method: 8 } }])).toBe('corrupt')
  expect(await refusal([{ name: 'a', content, claims: { packedBytes: 4 } }])).toBe('corrupt')
})

test('entries that share bytes or a name are refused', async () => {
  const content = 'content'

  expect(
    await refusal([
      { name: 'a', content },
      { name: 'A', content },
    ]),
  ).toBe('corrupt')
  expect(
    await refusal([
      { name: 'a', content },
      { name: 'b', content, claims: { at: 0 } },
    ]),
  ).toBe('corrupt')
  expect(
    await refusal([
      { name: 'a', content },
      { name: 'b', content, claims: { at: 2 ** 31 } },
    ]),
  ).toBe('corrupt')
})

test('an archive that needs a password says so', async () => {
  expect(await refusal([{ name: 'a', content: 'a', claims: { flags: 1 } }])).toBe('encrypted')
})

test('an archive cut off anywhere is refused, whatever is left of it', async () => {
  const whole = makeZip([
    { name: 'a', content: 'content' },
    { name: 'b', content: 'b'.repeat(100), isStored: true },
  ])

  for (let length = 0; length < whole.length; length++) {
    await expect(unpackAll(whole.subarray(0, length))).rejects.toMatchObject({ problem: expect.any(String) })
  }
})

test('a flipped bit of what is packed never goes unnoticed', async () => {
  const whole = makeZip([{ name: 'a', content: 'b'.repeat(50), isStored: true }])
  const from = 30 + 1

  for (let bit = 0; bit < 50 * 8; bit++) {
    const flipped = Buffer.from(whole)
    flipped[from + (bit >> 3)] = (flipped[from + (bit >> 3)] ?? 0) ^ (1 << (bit & 7))
    await expect(unpackAll(flipped)).rejects.toMatchObject({ problem: 'corrupt' })
  }
})
