import { expect, test } from 'vitest'
import { openTrueType } from './true-type.ts'

const words = (...numbers: number[]) => Buffer.concat(numbers.map((n) => Buffer.of((n >> 8) & 0xff, n & 0xff)))

/** Glyphs 0 to 3: nothing, two simple ones of 12 bytes, and one put together from the second; 'A' is 1, 'B' is 3. */
function tinyFont(): Buffer {
  const head = Buffer.alloc(54)
  head.writeUInt16BE(1000, 18)
  const hhea = Buffer.alloc(36)
  hhea.writeInt16BE(800, 4)
  hhea.writeInt16BE(-200, 6)
  hhea.writeUInt16BE(2, 34)
  const simple = (mark: number) => Buffer.concat([words(1, 0, 0, 10, 10), words(mark)])
  const composite = Buffer.concat([words(0xffff, 0, 0, 10, 10), words(0, 2), Buffer.of(0, 0)])
  const segments = words(4, 32, 0, 4, 0, 0, 0, 0x42, 0xffff, 0, 0x41, 0xffff, 0, 1, 4, 0, 1, 3)
  const tables: [string, Buffer][] = [
    ['cmap', Buffer.concat([words(0, 1, 3, 1, 0, 12), segments])],
    ['glyf', Buffer.concat([simple(1), simple(2), composite])],
    ['head', head],
    ['hhea', hhea],
    ['hmtx', words(500, 0, 600, 0, 0, 0)],
    ['loca', words(0, 0, 6, 12, 20)],
    ['maxp', words(1, 0, 4)],
  ]
  const header = Buffer.alloc(12 + 16 * tables.length)
  header.writeUInt16BE(tables.length, 4)
  let at = header.length
  for (const [n, [tag, bytes]] of tables.entries()) {
    header.write(tag, 12 + 16 * n, 'latin1')
    header.writeUInt32BE(at, 20 + 16 * n)
    header.writeUInt32BE(bytes.length, 24 + 16 * n)
    at += bytes.length
  }
  return Buffer.concat([header, ...tables.map(([, bytes]) => bytes)])
}

test('a font tells the glyphs of characters, and how wide they are', () => {
  const font = openTrueType(tinyFont())

  expect(['A', 'B', 'C', '漢'].map((character) => font.glyphOf(character.codePointAt(0) ?? 0))).toEqual([1, 3, 0, 0])
  expect([0, 1, 3].map(font.widthOf)).toEqual([500, 600, 600])
})

test('a subset holds the glyphs that are used and what they are put together from, and no others', () => {
  const whole = openTrueType(tinyFont())

  const file = whole.subset(new Set([3]))

  const tables = new Map(
    Array.from({ length: file.readUInt16BE(4) }, (_, n) => {
      const at = 12 + 16 * n
      const from = file.readUInt32BE(at + 8)
      return [file.toString('latin1', at, at + 4), file.subarray(from, from + file.readUInt32BE(at + 12))] as const
    }),
  )
  const loca = tables.get('loca') ?? Buffer.alloc(0)
  const lengths = [0, 1, 2, 3].map((glyph) => loca.readUInt32BE(4 * glyph + 4) - loca.readUInt32BE(4 * glyph))
  expect(lengths).toEqual([0, 0, 12, 16])
  expect(tables.has('cmap')).toBe(false)
})

test('what is no font is refused', () => {
  expect(() => openTrueType(Buffer.alloc(64))).toThrow('a font without head')
})
