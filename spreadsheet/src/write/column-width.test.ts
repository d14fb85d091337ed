import { expect, test } from 'vitest'
import { columnWidth } from './column-width.ts'

test('a column is as wide as the widest line of its texts, full-width characters counted twice', () => {
  expect(columnWidth(['abcdefghij', 'x'])).toBe(12)
  expect(columnWidth(['2026年11月15日'])).toBe(16)
  expect(columnWidth(['ｶﾅ'.repeat(5), 'カナ'.repeat(5)])).toBe(22)
  expect(columnWidth(['first line\nsecond'])).toBe(12)
})

test('no column is too narrow for a short number, or as wide as a long text', () => {
  expect(columnWidth(['1'])).toBe(8)
  expect(columnWidth(['x'.repeat(500)])).toBe(60)
})
