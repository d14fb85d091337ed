import { afterAll, expect, test } from 'vitest'
import { LoaderWorld, workbookOf } from '../../../test/loader-world.ts'

const world = await LoaderWorld.open()
afterAll(() => world.close())

type Cells = readonly (readonly (string | number | null)[])[]
type Book = Readonly<Record<string, Cells>>

const MOST_ROWS = 1_000

/** What the loader proposes for a workbook, and the tables that it stages by that. */
const structured = (book: Book, name = 'sales.xlsx') =>
  world.opened(workbookOf(book), name, async (loader) => {
    const spec = await loader.ask({ kind: 'analyze', sourceName: name, sha256: '', language: null })
    const staged = await loader.ask({ kind: 'stage-spec', spec, rows: null })
    const tables = []
    for (const [n, { name, output, columns }] of staged.entries())
      tables.push({ name, output, columns, rows: await loader.ask({ kind: 'first-rows', table: n, limit: MOST_ROWS }) })
    return { spec, tables }
  })

const HEADER = ['Date', 'Customer', 'Product', 'Amount']
const PRODUCTS = ['Pen', 'Ink', 'Pad']

/** Rows that no other seed makes. */
const sales = (seed: number, count = 6): Cells =>
  Array.from({ length: count }, (_, n) => [
    `2025-${String((seed % 12) + 1).padStart(2, '0')}-${String(n + 1).padStart(2, '0')}`,
    `Customer ${seed * 31 + n}`,
    PRODUCTS[n % 3] ?? '',
    seed * 1000 + n * 37 + 11,
  ])

test('sheets of months become one table, whose first column says which sheet a row is from', async () => {
  const { tables, spec } = await structured({
    Jan: [HEADER, ...sales(0, 2)],
    Feb: [HEADER, ...sales(1, 2)],
    Mar: [HEADER, ...sales(2, 2)],
  })

  expect(tables.map(({ name }) => name)).toEqual(['sales'])
  expect(tables[0]?.columns.map(({ name, type }) => [name, type])).toEqual([
    ['sheet', 'VARCHAR'],
    ['Date', 'DATE'],
    ['Customer', 'VARCHAR'],
    ['Product', 'VARCHAR'],
    ['Amount', 'BIGINT'],
  ])
  expect(tables[0]?.rows.map(([sheet]) => sheet)).toEqual(['Jan', 'Jan', 'Feb', 'Feb', 'Mar', 'Mar'])
  expect(spec.check).toMatchObject([{ table: 'sales', rows_in: 6, rows_out: 6, balanced: true }])
})

test('columns come in any order, are spelled differently, and may be missing', async () => {
  const { tables } = await structured({
    '4月': [
      ['日付', '顧客', '金額'],
      ['2025-04-01', '甲', 100],
      ['2025-04-02', '乙', 250],
    ],
    '5月': [
      ['金 額', '日付', '顧客', '担当'],
      [300, '2025-05-01', '丙', '佐藤'],
      [70.5, '2025-05-02', '丁', '鈴木'],
    ],
  })

  expect(tables[0]?.columns.map(({ name, type }) => [name, type])).toEqual([
    ['シート', 'VARCHAR'],
    ['日付', 'DATE'],
    ['顧客', 'VARCHAR'],
    ['金額', 'DOUBLE'],
    ['担当', 'VARCHAR'],
  ])
  expect(tables[0]?.rows).toEqual([
    ['4月', '2025-04-01', '甲', '100', null],
    ['4月', '2025-04-02', '乙', '250', null],
    ['5月', '2025-05-01', '丙', '300', '佐藤'],
    ['5月', '2025-05-02', '丁', '70.5', '鈴木'],
  ])
})

test('without the union of its first region each sheet is a table again', async () => {
  const { spec } = await structured({ Jan: [HEADER, ...sales(0)], Feb: [HEADER, ...sales(1)] })

  const [first, second] = spec.regions
  expect(first?.union).toMatchObject({ column: 'sheet', outputs: [{ name: 'sales', kind: 'list' }] })
  expect(second?.union).toBeUndefined()
  expect(spec.regions.map(({ outputs }) => outputs[0]?.name)).toEqual(['Jan', 'Feb'])
})

test('titles and notes of united sheets are one table, too', async () => {
  const titled = (title: string, seed: number): Cells => [[title], [], HEADER, ...sales(seed)]
  const { tables } = await structured({ Jan: titled('Sales Jan', 0), Feb: titled('Sales Feb', 1) })

  expect(tables.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['sales', 12],
    ['sales_notes', 2],
  ])
})

test.each<[string, Book]>([
  [
    'a sheet whose figures are the sums of the others',
    {
      Tokyo: [HEADER, ...sales(1)],
      Osaka: [HEADER, ...sales(2)],
      Kyoto: [HEADER, ['2025-06-01', 'All', 'All', sumOf(sales(1), sales(2))]],
    },
  ],
  [
    'a sheet that is called the total',
    { Jan: [HEADER, ...sales(1)], Feb: [HEADER, ...sales(2)], Total: [HEADER, ...sales(9)] },
  ],
  [
    'a copy of another sheet',
    { Jan: [HEADER, ...sales(1)], Feb: [HEADER, ...sales(2)], 'Feb (2)': [HEADER, ...sales(2)] },
  ],
  [
    'a sheet with the rows of all others',
    { Jan: [HEADER, ...sales(1)], Feb: [HEADER, ...sales(2)], Everything: [HEADER, ...sales(1), ...sales(2)] },
  ],
])('%s is no part of them', async (_, book) => {
  const { tables } = await structured(book)

  const last = Object.keys(book).at(-1)
  expect(tables).toHaveLength(2)
  expect(tables.at(-1)?.name).toBe(last)
})

function sumOf(...tables: readonly Cells[]): number {
  return tables.flat().reduce((sum, row) => sum + Number(row[3]), 0)
}

test.each<[string, Book]>([
  [
    'two tables of names and values',
    {
      Limits: [
        ['name', 'value'],
        ['depth', 40],
        ['width', 12],
      ],
      Prices: [
        ['name', 'value'],
        ['pen', 250],
        ['ink', 900],
      ],
    },
  ],
  [
    'lists of different things',
    {
      Customers: [
        ['Code', 'Name', 'Phone', 'City'],
        ['C-001', 'Acme', '03-1111', 'Tokyo'],
        ['C-002', 'Beta', '03-2222', 'Osaka'],
      ],
      Suppliers: [
        ['Code', 'Name', 'Phone', 'City'],
        ['S-001', 'Core', '03-3333', 'Tokyo'],
        ['S-002', 'Dyn', '03-4444', 'Osaka'],
      ],
    },
  ],
  ['two editions of one list', { 顧客: [HEADER, ...sales(1)], 顧客_旧: [HEADER, ...sales(1).slice(0, 5)] }],
  [
    'what came in and what went out',
    {
      入庫: [
        ['日付', '品名', '数量'],
        ['2025-04-01', 'ねじ', 10],
      ],
      出庫: [
        ['日付', '品名', '数量'],
        ['2025-04-02', 'ねじ', 4],
      ],
    },
  ],
])('%s stay apart', async (_, book) => {
  const { tables, spec } = await structured(book)

  expect(tables).toHaveLength(2)
  expect(spec.regions.some(({ union }) => union)).toBe(false)
})

test('where little speaks for one table a person is asked, and an answer makes it', async () => {
  const { tables, spec } = await structured({
    Alpha: [HEADER, ...others(1)],
    Beta: [HEADER, ...others(2)],
    Gamma: [HEADER, ...others(3)],
  })

  const [first] = spec.regions
  expect(tables).toHaveLength(3)
  expect(first).toMatchObject({ needs_review: true, union: null, question: { code: 'union' } })
  expect(first?.question?.choices.map(({ text, patch }) => [text, patch.union?.parts.length ?? 0])).toEqual([
    ['One per sheet', 0],
    ['One table', 3],
  ])
})

/** As `sales`, and no name comes again in another sheet. */
const others = (seed: number): Cells =>
  sales(seed).map(([day, customer, product, amount]) => [day ?? '', customer ?? '', `${product} ${seed}`, amount ?? 0])

const FEES = ['Service', 'Adults', 'Children', 'Groups']
const fees = (seed: number): Cells =>
  ['Museum', 'Garden', 'Tower'].map((place, n) => [place, seed + n * 3, seed + n, seed * 10 + n])

test('blocks of one sheet whose titles differ in one part become one table, with that part in the first column', async () => {
  const { tables, spec } = await structured({
    Fees: [
      ['Entrance fees, 2023'],
      FEES,
      ...fees(11),
      [],
      [],
      ['Entrance fees, 2024'],
      FEES,
      ...fees(12),
      [],
      [],
      ['Entrance fees, 2025'],
      FEES,
      ...fees(14),
    ],
  })

  const [table] = tables
  expect(tables.filter(({ output }) => output !== 'notes').map(({ name }) => name)).toEqual(['sales'])
  expect(table?.columns[0]?.name).toBe('section')
  expect(new Set(table?.rows.map(([section]) => section))).toEqual(new Set(['2023', '2024', '2025']))
  expect(spec.check?.every(({ balanced }) => balanced)).toBe(true)
})

test('titles that are a name and a value name the column', async () => {
  const block = (shelf: string, seed: number): Cells => [[`Shelf: ${shelf}`], HEADER, ...sales(seed, 4), []]
  const { tables } = await structured({ Count: [...block('A-01', 1), ...block('A-02', 2), ...block('B-01', 3)] })

  const [table] = tables
  expect(table?.columns[0]?.name).toBe('Shelf')
  expect(new Set(table?.rows.map(([shelf]) => shelf))).toEqual(new Set(['A-01', 'A-02', 'B-01']))
})

test('blocks of one sheet that are for different things stay apart, and nothing is asked', async () => {
  const block = (title: string, seed: number): Cells => [[title], HEADER, ...sales(seed, 4), []]
  const { spec } = await structured({ Club: [...block('Income', 1), ...block('Expenses', 2)] })

  expect(
    spec.regions.flatMap(({ union, question }) => [...(union ? [union] : []), ...(question ? [question] : [])]),
  ).toEqual([])
})
