import { utils, type WorkSheet, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { bytesOf } from '../byte-source.ts'
import { openFile } from '../open-file.ts'
import { writeXlsx } from '../write/write-xlsx.ts'
import { readDocumentMarks } from './document-marks.ts'
import { readReturnedSheet } from './read-returned-sheet.ts'
import type { ReturnedRow } from './returned-cell.ts'

async function read(bytes: Buffer, mostRows = 100) {
  const file = await openFile(bytesOf(bytes), 'file.xlsx')
  let header: readonly string[] | null = null
  const rows: ReturnedRow[] = []
  const count = await readReturnedSheet(file, 0, {
    idColumn: 'id',
    mostRows,
    header: (names) => {
      header = names
    },
    row: (row) => rows.push(row),
  })
  return { header, rows, count }
}

function bookOf(rows: unknown[][], change?: (sheet: WorkSheet) => void): Buffer {
  const sheet = utils.aoa_to_sheet(rows, { UTC: true, cellDates: false })
  change?.(sheet)
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'S')
  return write(book, { type: 'buffer', bookType: 'xlsx' })
}

test('the header is the row that has the id column, under titles or not; empty rows are passed over', async () => {
  const { header, rows } = await read(
    bookOf([['Sales 2026'], [], ['id', 'a', '', 'b'], [1, 'x', 'aside', true], [], [null, '', null, '']]),
  )

  expect(header).toEqual(['id', 'a', 'b'])
  expect(rows).toEqual([{ row: 4, cells: [1, 'x', true] }])
})

test('a sheet without the id column tells nothing', async () => {
  expect(
    await read(
      bookOf([
        ['a', 'b'],
        [1, 2],
      ]),
    ),
  ).toEqual({ header: null, rows: [], count: 0 })
})

test('numbers that look like dates tell both; formulas without a result are no empty cells', async () => {
  const { rows } = await read(
    bookOf(
      [
        ['id', 'd', 'f'],
        [1, 45_000, 1],
      ],
      (sheet) => {
        sheet.B2 = { t: 'n', v: 45_000, z: 'yyyy-mm-dd' }
        sheet.C2 = { t: 'n', f: 'A2*2' }
      },
    ),
  )

  expect(rows[0]?.cells).toEqual([1, { date: '2023-03-15', serial: 45_000 }, { formula: true }])
})

test('it reads one row more than it may, and stops', async () => {
  const { count } = await read(bookOf([['id'], ...Array.from({ length: 50 }, (_, n) => [n + 1])]), 10)

  expect(count).toBe(11)
})

test('a document tells its custom properties, and where its defined names point to', async () => {
  const chunks: Buffer[] = []
  const workbook = {
    sheets: [{ name: "It's", rows: [[['a']]] }],
    properties: { custom: { svc_branch_id: 'br_1', other: '<&>' } },
    definedNames: [{ name: 'svc_mark', refersTo: "'It''s'!$A$1" }],
  }
  for await (const chunk of writeXlsx(workbook)) chunks.push(chunk)

  const marks = await readDocumentMarks(bytesOf(Buffer.concat(chunks)), 'xlsx')

  expect(marks).toEqual({
    properties: { svc_branch_id: 'br_1', other: '<&>' },
    names: [{ name: 'svc_mark', sheet: "It's" }],
  })
})
