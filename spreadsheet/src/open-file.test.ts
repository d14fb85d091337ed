import { expect, test } from 'vitest'
import { bytesOf } from './byte-source.ts'
import { openFile } from './open-file.ts'

const open = (text: string, filename: string) => openFile(bytesOf(Buffer.from(text)), filename)

test.each([
  ['a.xlsx', 'these words are no workbook\nand have no columns\n'],
  ['a.exe', 'MZ this begins like a program\n'],
  ['x.json', '{"shops": [{"name": "east"}]}'],
  ['x.csv', '\ufeff[{"name": "east"}, {"name": "west"}]'],
])('%s is refused when it is no table: %j', async (filename, text) => {
  await expect(open(text, filename)).rejects.toMatchObject({ problem: 'unsupported' })
})

test.each([
  ['list.csv', 'name\neast\nwest\n'],
  ['list.txt', 'east\nwest\n'],
  ['list', 'east\nwest\n'],
  ['a.xlsx', 'name,amount\neast,1\n'],
  ['notes.csv', '[draft] name,amount\neast,1\n'],
])('%s is opened: %j', async (filename, text) => {
  const file = await open(text, filename)

  expect((await file.readGrid(0, { rows: 10, cells: 100 })).used).not.toBeNull()
  file.close()
})
