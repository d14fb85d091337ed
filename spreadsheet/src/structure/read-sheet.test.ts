import { expect, test } from 'vitest'
import { sheetOf } from '../../test/sheet-of.ts'

test('texts are read as people read them: full-width letters, line breaks and surrounding spaces make no difference', () => {
  const sheet = sheetOf([['　Ｔｏｔａｌ　１２'], ['line\r\nbreak'], ['  a  b ']])

  expect(sheet.cells.map(({ text }) => text)).toEqual(['Total 12', 'line break', 'a b'])
})

test('spaces before a text move it in like the indent of its format, a wide one by two', () => {
  const sheet = sheetOf([['a'], ['  b'], ['　c'], ['d']], { styles: { A4: { indent: 3 } } })

  expect(sheet.cells.map(({ indent }) => indent)).toEqual([0, 2, 2, 3])
})

test('a cell of spaces holds nothing, and the box of the sheet does not reach to it', () => {
  const sheet = sheetOf([
    [' ', null],
    [null, 'x'],
    [null, null, '　'],
  ])

  expect(sheet.box).toEqual({ top: 1, left: 1, bottom: 1, right: 1 })
  expect(sheet.cellAt(0, 0)).toBeUndefined()
})

test('dates and months are shown as such', () => {
  const sheet = sheetOf([[45383, 4]], { styles: { A1: { meaning: 'date' }, B1: { numberFormat: '0"月"' } } })

  expect(sheet.cells.map(({ text }) => text)).toEqual(['2024-04-01', '4月'])
})

test('a merged area is known from each of its cells, however far beyond the sheet it reaches', () => {
  const sheet = sheetOf(
    [
      ['a', null],
      ['b', 'c'],
    ],
    { merges: ['A1:XFD1'] },
  )

  expect(sheet.mergeAt(0, 1)).toEqual({ top: 0, left: 0, bottom: 0, right: 16_383 })
  expect(sheet.mergeAt(1, 0)).toBeNull()
})

test('cells far apart are found as well as cells side by side', () => {
  const far = { kind: 'text', value: 'far' } as const
  const near = { kind: 'text', value: 'near' } as const
  const sheet = sheetOf([], {
    grid: {
      cells: [
        { row: 0, column: 0, cell: near, style: 0, formula: null, comment: null },
        { row: 900_000, column: 10_000, cell: far, style: 0, formula: null, comment: null },
      ],
    },
  })

  expect(sheet.cellAt(900_000, 10_000)?.text).toBe('far')
  expect(sheet.cellAt(0, 0)?.text).toBe('near')
  expect(sheet.cellAt(1, 1)).toBeUndefined()
})

test('a mark that a note below explains stands for no figure', () => {
  const sheet = sheetOf([
    ['State', '2023', '2024'],
    ['Ohio', 5.8, '(1)'],
    ['Utah', 11.6, '(7)'],
    ['(1) Withheld: the sample is too small.', null, null],
  ])

  expect(sheet.cellAt(1, 2)?.value).toEqual({ kind: 'absent' })
  expect(sheet.cellAt(2, 2)?.value).toMatchObject({ kind: 'number', number: -7 })
})

test('a day past the twelfth settles the order of day and month for its whole column', () => {
  const sheet = sheetOf([
    ['american', 'british', 'open'],
    ['03/04/2025', '03/04/2025', '03/04/2025'],
    ['3/14/25', '14/3/2025', '05/06/2025'],
  ])

  const isoAt = (row: number, column: number) => sheet.cellAt(row, column)?.value
  expect(isoAt(1, 0)).toMatchObject({ kind: 'date', iso: '2025-03-04', order: 'month_first' })
  expect(isoAt(2, 0)).toMatchObject({ iso: '2025-03-14' })
  expect(isoAt(1, 1)).toMatchObject({ iso: '2025-04-03', order: 'day_first' })
  expect(isoAt(1, 2)).not.toHaveProperty('order')
})
