import { expect, test } from 'vitest'
import { tablesOfSheet } from '../../test/tables-of-sheet.ts'
import { bytesOf } from '../byte-source.ts'
import { openFile } from '../open-file.ts'
import { HEAD_BOUNDS, readFileSheet } from './read-file-sheet.ts'
import { structureFile } from './structure-file.ts'
import { structureLongSheet } from './structure-long-sheet.ts'
import { structureSheet } from './structure-sheet.ts'

const open = (lines: readonly string[]) => openFile(bytesOf(Buffer.from(lines.join('\n'))), '売上.csv')

const structured = async (lines: readonly string[]) =>
  structureFile(await open(lines), { sourceName: '売上.csv', sha256: 'abc' })

const PEOPLE = [
  '社員番号,氏名,入社日,給与',
  '0012,山田,2024-04-01,"1,200"',
  '0013,佐藤,2025-10-01,"2,300"',
  '0014,鈴木,2026-01-05,900',
]

test('a file that is one table and nothing else gives the table its name', async () => {
  const { regions } = await structured(PEOPLE)

  expect(regions.map(({ kind, outputs }) => ({ kind, names: outputs.map(({ name }) => name) }))).toEqual([
    { kind: 'data', names: ['売上'] },
  ])
})

test('codes stay texts, days become dates, and grouped figures numbers that tell how they are spelled', async () => {
  const { regions } = await structured(PEOPLE)

  const columns = regions[0]?.columns.map(({ name, type, format }) => ({ name, type, format }))
  expect(columns).toEqual([
    { name: '社員番号', type: 'VARCHAR', format: null },
    { name: '氏名', type: 'VARCHAR', format: null },
    { name: '入社日', type: 'DATE', format: null },
    { name: '給与', type: 'BIGINT', format: 'as_written' },
  ])
})

test('every cell of a sheet is in a table, and every value in one only', async () => {
  const lines = ['2026年度 売上,,', '支店,4月,5月', '東京,10,20', '大阪,30,40', ',,', '※ 速報値です。,,']
  const file = await open(lines)
  const { regions } = await structureFile(file, { sourceName: '売上.csv', sha256: 'abc' })
  const sheet = await readFileSheet(file, 0, '売上')
  if (!sheet) throw new Error('the sheet is empty')

  const made = tablesOfSheet(sheet, regions).flatMap(({ rows }) => rows.flat())

  const uses = (row: number, column: number) =>
    made.filter(({ from }) => from?.row === row && from.column === column).length
  const values = [2, 3].flatMap((row) => [1, 2].map((column) => uses(row, column)))
  expect(values).toEqual([1, 1, 1, 1])
  expect([uses(0, 0), uses(5, 0)]).toEqual([1, 1])
})

test('a sheet too long to be held is a list to its last row, with types that hold there too', async () => {
  const lines = ['商品,数量', ...Array.from({ length: 500 }, (_, n) => `品${n},${n === 499 ? 'なし' : n}`)]
  const file = await open(lines)
  const head = await readFileSheet(file, 0, '売上', { rows: 50, cells: 1000 })
  if (!head) throw new Error('the sheet is empty')

  const { regions } = await structureLongSheet(file, 0, head, structureSheet(head), 1)

  expect(regions.map(({ range, header_rows }) => ({ range, header_rows }))).toEqual([
    { range: 'A1:B501', header_rows: [1] },
  ])
  expect(regions[0]?.columns.map(({ type }) => type)).toEqual(['VARCHAR', 'VARCHAR'])
})

/** Of each kind a value for every row. */
const KINDS: Readonly<Record<string, (row: number) => string>> = {
  id: (row) => String(row + 1),
  written: (row) => ['452.1', '93.45', '7.0'][row % 3] ?? '',
  price: (row) => (row / 4 + 5).toFixed(2),
  grouped: (row) => `"${(row * 1_013 + 1_000).toLocaleString('en-US')}"`,
  share: (row) => `${row % 90}.5%`,
  on: (row) => `2024-0${(row % 9) + 1}-1${row % 9}`,
  sold: (row) => `${(row % 12) + 1}/${(row % 28) + 1}/2024`,
  paid: (row) => (row % 2 === 0 ? 'True' : 'False'),
  code: (row) => String(row).padStart(6, '0'),
  known: (row) => (row % 5 === 0 ? '' : row % 7 === 0 ? 'n/a' : `${row}.25`),
  mixed: (row) => (row % 40 === 3 ? 'pending' : String(row * 3)),
  words: (row) => `word ${row % 11}`,
}

test('a list too long to be held has the types, nulls and warnings it has when it is held', async () => {
  const values = Object.values(KINDS)
  const rows = Array.from({ length: 300 }, (_, row) => values.map((textAt) => textAt(row)).join(','))
  const lines = [Object.keys(KINDS).join(','), ...rows]
  const file = await open(lines)
  const held = await structured(lines)
  const head = await readFileSheet(file, 0, '売上', { rows: 1000, cells: 1_000 })
  if (!head) throw new Error('the sheet is empty')

  const long = await structureLongSheet(file, 0, head, structureSheet(head), 1)

  expect(long.regions.map(({ columns }) => columns)).toEqual(held.regions.map(({ columns }) => columns))
  expect(long.warnings).toEqual(held.warnings)
  expect(held.regions[0]?.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'id BIGINT',
    'written DOUBLE',
    'price DECIMAL(18,2)',
    'grouped BIGINT',
    'share DECIMAL(18,3)',
    'on DATE',
    'sold DATE',
    'paid BOOLEAN',
    'code VARCHAR',
    'known DECIMAL(18,2)',
    'mixed VARCHAR',
    'words VARCHAR',
  ])
})

test('the head of a sheet too long to be held is a quarter of what can be held, so that the staged sheet has room beside it', async () => {
  const rows = HEAD_BOUNDS.cells / 2
  const held = await readFileSheet(await open(Array.from({ length: rows }, (_, row) => `${row},a`)), 0, '売上')
  const long = await readFileSheet(await open(Array.from({ length: rows + 1 }, (_, row) => `${row},a`)), 0, '売上')

  expect([held, long].map((sheet) => [sheet?.cells.length, sheet?.grid.isTruncated])).toEqual([
    [HEAD_BOUNDS.cells, false],
    [HEAD_BOUNDS.cells / 4, true],
  ])
})

test('the row in which the head of a long sheet ends is a row like every other', async () => {
  const lines = ['id,name,amount', ...Array.from({ length: 400 }, (_, n) => `${n + 1},name ${n % 7},${n * 3}`)]
  const file = await open(lines)
  const cut = await Promise.all([300, 301, 302].map((cells) => readFileSheet(file, 0, '売上', { rows: 1000, cells })))

  const found = await Promise.all(cut.map((head) => head && structureLongSheet(file, 0, head, structureSheet(head), 1)))

  expect(found.map((one) => one?.regions.map(({ data_range, row_roles }) => [data_range, row_roles]))).toEqual([
    [['A2:C401', []]],
    [['A2:C401', []]],
    [['A2:C401', []]],
  ])
})

test('what was put right in a file is reported once, with its spec', async () => {
  const { warnings } = await structured([...PEOPLE, '0015,"高橋 "太郎",2026-02-01,800'])

  const strayQuotes = warnings.filter(({ code }) => code === 'stray_quotes')
  expect(strayQuotes).toMatchObject([{ region_id: 'r1', count: 1 }])
})
