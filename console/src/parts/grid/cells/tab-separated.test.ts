import { expect, test } from 'vitest'
import { readTabSeparated, writeTabSeparated } from './tab-separated.ts'

test('what Excel copies is read cell by cell: quotes, line ends within cells, empty cells, no row behind the last line end', () => {
  const copied = '"Lamp, ""big"""\t\t1,200\r\n"two\nlines"\tplain "quote"\t\r\n'

  expect(readTabSeparated(copied)).toEqual([
    ['Lamp, "big"', '', '1,200'],
    ['two\nlines', 'plain "quote"', ''],
  ])
})

test('what is written is read again as it was', () => {
  const cells = [
    ['a\tb', '"quoted"', 'two\nlines', ''],
    ['"', '', 'x', 'y'],
  ]

  expect(readTabSeparated(writeTabSeparated(cells))).toEqual(cells)
})
