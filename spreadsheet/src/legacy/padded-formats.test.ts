import { utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { bytesOf } from '../byte-source.ts'
import { openFile } from '../open-file.ts'

test('numbers that an old workbook shows padded with zeros are the texts that people see', async () => {
  const sheet = utils.aoa_to_sheet([
    ['No', 'Town'],
    [51, 'Gera'],
    [7, 'Suhl'],
  ])
  for (const place of ['A2', 'A3']) sheet[place].z = '0000'
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'List')

  const file = await openFile(bytesOf(write(book, { type: 'buffer', bookType: 'biff8' })), 'list.xls')
  const { cells } = await file.readGrid(0, { rows: 100, cells: 100 })

  expect(cells.filter(({ column }) => column === 0).map(({ cell }) => cell?.value)).toEqual(['No', '0051', '0007'])
})
