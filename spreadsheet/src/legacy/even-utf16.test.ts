import { beforeAll, expect, test } from 'vitest'
import { decodeEvenUtf16Only } from './even-utf16.ts'

beforeAll(decodeEvenUtf16Only)

test('half a character of UTF-16 at the end, at an odd place, is left out and does no harm', () => {
  const bytes = new Uint8Array(65_536).fill(0x42)

  for (let n = 0; n < 10; n++) {
    expect(Buffer.from(bytes.buffer, 11_339, 2_169).toString('utf16le')).toBe('\u4242'.repeat(1_084))
    expect(Buffer.from(bytes.buffer).toString('ucs2', 11_339, 11_339 + 2_169)).toBe('\u4242'.repeat(1_084))
  }
})

test('all other texts are decoded as ever', () => {
  const text = 'h日本 é'

  expect(Buffer.from(text).toString()).toBe(text)
  expect(Buffer.from(text, 'utf16le').toString('utf16le')).toBe(text)
  expect(Buffer.from(text, 'utf16le').toString('utf16le', 2, 6)).toBe('日本')
  expect(Buffer.from(text, 'utf16le').toString('ucs2', 2, 1_000)).toBe(text.slice(1))
  expect(Buffer.from('abc').toString('utf8', 1, 2)).toBe('b')
  expect(Buffer.from('abc').toString('hex')).toBe('616263')
})
