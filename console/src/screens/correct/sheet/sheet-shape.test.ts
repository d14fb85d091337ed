import { expect, test } from 'vitest'
import { shapeSheet } from './sheet-shape.ts'

test('a column is as wide as its figures, however narrow the file has it', () => {
  const cell = (v: string | number) => ({ v, t: typeof v === 'number' ? ('n' as const) : ('s' as const), z: '#,##0' })
  const preview = {
    sheet: 'S',
    range: 'A1:B3',
    cells: [
      [cell('店'), cell('売上')],
      [cell('東'), cell(1_234_567_890)],
      [cell('計'), cell(16_400_000_000)],
    ],
    widths: [4, 4],
    merges: [],
    styles: [],
    looks: [],
  }

  // Safe: what is not looked at is left out.
  const { edges } = shapeSheet(preview as unknown as Parameters<typeof shapeSheet>[0])

  expect((edges[2] ?? 0) - (edges[1] ?? 0)).toBeGreaterThan('16400000000'.length * 8)
})
