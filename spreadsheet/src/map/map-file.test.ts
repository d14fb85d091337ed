import { expect, test } from 'vitest'
import { makeXlsx } from '../../test/make-xlsx.ts'
import { bytesOf } from '../byte-source.ts'
import { openFile } from '../open-file.ts'
import { structureFile } from '../structure/structure-file.ts'
import { columnLetters } from '../xlsx/cell-reference.ts'
import { findCells } from './find-cells.ts'
import { mapFile } from './map-file.ts'

type Cell = string | number | null | { f: string; v: number }

const cellXml = (cell: Cell, at: string) => {
  if (cell === null) return ''
  if (typeof cell === 'string') return `<c r="${at}" t="inlineStr"><is><t>${cell}</t></is></c>`
  return typeof cell === 'number'
    ? `<c r="${at}"><v>${cell}</v></c>`
    : `<c r="${at}"><f>${cell.f}</f><v>${cell.v}</v></c>`
}

const opened = (rows: readonly (readonly Cell[])[], behind = '') => {
  const xml = rows.map(
    (cells, y) =>
      `<row r="${y + 1}">${cells.map((cell, x) => cellXml(cell, `${columnLetters(x)}${y + 1}`)).join('')}</row>`,
  )
  return openFile(bytesOf(makeXlsx({ rows: xml.join(''), behind })), 'orders.xlsx')
}

async function mapOf(rows: readonly (readonly Cell[])[], maxTokens = 2_000) {
  const file = await opened(rows)
  const spec = await structureFile(file, { sourceName: 'orders.xlsx', sha256: '' })
  return mapFile(file, spec, { sheet: null, maxTokens })
}

const AMOUNTS = [317, 428, 256, 611, 390, 275, 484, 532, 341, 467, 298, 555]
const ITEMS = ['Apple', 'Bread', 'Cheese', 'Dates', 'Eggs', 'Flour', 'Grapes', 'Honey', 'Ice', 'Jam', 'Kale', 'Leek']

/** Orders whose last column is computed in every row. */
const orders = (change: (row: Cell[], n: number) => Cell[] = (row) => row): Cell[][] => [
  ['Code', 'Item', 'Price', 'Count', 'Amount'],
  ...ITEMS.map((item, n) => {
    const price = AMOUNTS[n] ?? 0
    const row: Cell[] = [`P-${100 + n * 7}`, item, price, n + 2, { f: `C${n + 2}*D${n + 2}`, v: price * (n + 2) }]
    return change(row, n)
  }),
]

test('a map names regions, columns with their ranges, and formulas once for all their cells', async () => {
  const { text, omitted } = await mapOf(orders())

  expect(text).toContain('data A1:E13; list; header row 1; data A2:E13, 12 records')
  expect(text).toMatch(/^ {2}C Price BIGINT: 256\.\.611$/m)
  expect(text).toContain(' formula E2:E13: =C2*D2')
  expect([text.includes('breaks'), omitted]).toEqual([false, 0])
})

test('a typed figure and another formula among like ones are named with what the others have', async () => {
  const typed = (row: Cell[], n: number): Cell[] => (n === 4 ? [...row.slice(0, 4), 9999] : row)
  const other = (row: Cell[], n: number): Cell[] => (n === 7 ? [...row.slice(0, 4), { f: 'C9*D8', v: 4256 }] : row)

  const { text } = await mapOf(orders((row, n) => other(typed(row, n), n)))

  expect(text).toContain('E6 is 9999, typed, the others have =C6*D6')
  expect(text).toContain('E9 has another formula, the others have =C9*D9')
})

test('a key that stands twice, a text among figures and a figure far from the others are named', async () => {
  const { text } = await mapOf(
    orders((row, n) => {
      if (n === 5) return ['P-100', ...row.slice(1)]
      if (n === 6) return [...row.slice(0, 2), 'n/a', ...row.slice(3)]
      return n === 8 ? [...row.slice(0, 2), 98_765_432, ...row.slice(3)] : row
    }),
  )

  expect(text).toContain('one key twice: A2=A7 P-100')
  expect(text).toContain('text among figures: C8 n/a')
  expect(text).toContain('far from the others: C10 98765432')
})

test('a sum that stops before the last row is named with the range it would have', async () => {
  const total: Cell[] = ['Total', null, null, { f: 'SUM(D2:D12)', v: 77 }, { f: 'SUM(E2:E13)', v: 1 }]

  const { text } = await mapOf([...orders(), total])

  expect(text).toContain('D14 has another formula, the others have =SUM(D2:D13)')
})

test('a month that is left out of a header is named', async () => {
  const months = ['2026-01', '2026-02', '2026-04', '2026-05']
  const rows = ['Osaka', 'Tokyo', 'Kyoto', 'Kobe'].map((city, y) => [
    city,
    ...months.map((_, x) => AMOUNTS[y * 3 + x] ?? 0),
  ])

  const { text } = await mapOf([['City', ...months], ...rows])

  expect(text).toContain('periods missing: 2026-03')
})

test('where not everything fits, sheets, regions and findings stay and columns go', async () => {
  const typed = (row: Cell[], n: number): Cell[] => (n === 4 ? [...row.slice(0, 4), 9999] : row)

  const { text, tokens, omitted } = await mapOf(orders(typed), 85)

  expect(tokens).toBeLessThanOrEqual(85)
  expect(text).toContain('E6 is 9999, typed')
  expect([text.includes('  B Item'), omitted > 0]).toEqual([false, true])
})

test('a cell is found by its text in any width and case, with the labels beside and above it', async () => {
  const file = await opened([
    ['品目', '４月'],
    ['ﾘﾝｺﾞ', 120],
    ['みかん', 340],
  ])

  const search = { sheet: null, inFormulas: false, limit: 5 }
  const { cells } = await findCells(file, { ...search, text: 'リンゴ' })
  const figures = await findCells(file, { ...search, text: '340' })

  expect(cells).toMatchObject([{ sheet: '表', cell: 'A2', column_label: '品目' }])
  expect(figures.cells).toMatchObject([{ cell: 'B3', value: 340, row_label: 'みかん', column_label: '4月' }])
})

test('thousands of equal records and totals take no longer than a sheet of their size', async () => {
  const sum = (column: string, row: number): Cell => ({ f: `SUM(${column}${row - 2}:${column}${row - 1})`, v: 30 })
  const same = Array.from({ length: 6_000 }, (_, n): Cell[] =>
    n % 3 === 2
      ? ['Total', null, ...['C', 'D', 'E'].map((column) => sum(column, n + 2)), 30]
      : ['A-1', 'Bread', 15, 15, 15, 15],
  )
  const file = await opened([['Code', 'Item', 'One', 'Two', 'Three', 'Last year'], ...same])
  const search = { sheet: null, inFormulas: false, limit: 5, text: '15' }

  const began = process.cpuUsage()
  const spec = await structureFile(file, { sourceName: 'a.xlsx', sha256: '' })
  const structured = process.cpuUsage(began)
  const mapping = process.cpuUsage()
  await mapFile(file, spec, { sheet: null, maxTokens: 2_000 })
  const { cells } = await findCells(file, search)
  const mapped = process.cpuUsage(mapping)

  expect(cells).toHaveLength(5)
  expect(mapped.user).toBeLessThan(2 * structured.user + 500_000)
})
