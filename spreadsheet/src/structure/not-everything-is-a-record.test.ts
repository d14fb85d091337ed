import { expect, test } from 'vitest'
import { sheetOf } from '../../test/sheet-of.ts'
import type { Region } from '../parse-spec/parse-spec.ts'
import { codePattern, spellCode } from '../values/padded-codes.ts'
import { outputsOf } from './names/outputs-of.ts'
import type { Sheet } from './sheet.ts'
import { structureSheet } from './structure-sheet.ts'
import { makeTables } from './tables/make-tables.ts'

const regionsOf = (sheet: Sheet) => structureSheet(sheet, 1, 'en').regions
const dataOf = (sheet: Sheet) => regionsOf(sheet).filter(({ kind }) => kind === 'data')

function rowsOf(sheet: Sheet, region: Region | undefined) {
  if (!region) throw new Error('the sheet holds no table')
  const [table] = makeTables(sheet, { ...region, outputs: outputsOf(region, 'table', 'en') })
  return { names: table?.columns.map(({ name }) => name), rows: table?.rows.map((row) => row.map(({ text }) => text)) }
}

const rolesOf = ({ row_roles }: Region) => Object.fromEntries(row_roles.map(({ rows, role }) => [role, rows]))

test('pairs of names and values side by side are a form, and no table', () => {
  const sheet = sheetOf([
    ['氏名', '高橋 直樹', '役職', '主任'],
    ['出張先', '名古屋', '目的', '展示会'],
    ['出発日', '2025/06/23', '帰着日', '2025/06/25'],
  ])

  expect(regionsOf(sheet).map(({ kind }) => kind)).toEqual(['keyvalue'])
})

test('minutes are no table, whatever stands beside one of their lines', () => {
  const sheet = sheetOf([
    ['Minutes of the meeting of 14 March'],
    ['The date of 21 June is agreed. The budget is 1,250 euros.'],
    ['Three quotes are asked for before 15 April.'],
    ['The meeting ends at 20:05.', null, 'The secretary,'],
    [null, null, 'P. Rousseau'],
  ])

  expect(dataOf(sheet)).toEqual([])
})

test('lines of a form that hold a number and empty formulas are no records, and neither is the example', () => {
  const sheet = sheetOf(
    [
      ['No.', 'Item', 'Quantity', 'Price', 'Amount'],
      ['Example', 'Pencil', 10, 2, 20],
      [1, 'Paper', 5, 4, 20],
      [2, null, null, null, 0],
      [3, null, null, null, 0],
    ],
    { formulas: { 'E3:E5': 'RC[-2]*RC[-1]' } },
  )
  const [table] = dataOf(sheet)

  expect(rowsOf(sheet, table).rows).toEqual([['1', 'Paper', '5', '4', '20']])
})

const LEDGER = ['Date', 'Text', 'In', 'Out', 'Balance']
const day = (n: number) => `2025-04-${String(n).padStart(2, '0')}`

test('printed pages are one table; what is carried from page to page is no entry', () => {
  const sheet = sheetOf([
    ['Cash book', null, null, null, 'page 1'],
    LEDGER,
    [day(1), 'Sale', 500, null, 500],
    [day(2), 'Rent', null, 120, 380],
    [null, 'carried forward', null, null, 380],
    [null],
    ['Cash book', null, null, null, 'page 2'],
    LEDGER,
    [null, 'brought forward', null, null, 380],
    [day(3), 'Sale', 90, null, 470],
    [day(4), 'Stamps', null, 11, 459],
  ])
  const tables = dataOf(sheet)

  expect(tables).toHaveLength(1)
  expect(rowsOf(sheet, tables[0]).rows?.map(([, text]) => text)).toEqual(['Sale', 'Rent', 'Sale', 'Stamps'])
})

test('blocks under the same names with a title each stay apart', () => {
  const block = (title: string, first: number) => [
    [title],
    ['Weight', 'North', 'South', 'Islands'],
    ['0 - 2', first, first + 1.5, first + 3.1],
    ['2 - 5', first + 2.2, first + 4.4, first + 7.3],
    ['5 - 10', first + 5.1, first + 6.6, first + 9.9],
    [null],
  ]
  const sheet = sheetOf([...block('Express', 4.1), ...block('Economy', 2.7)])

  expect(dataOf(sheet).map(({ title }) => title)).toEqual(['Express', 'Economy'])
})

test('a banner above the header names the first rows, as the banners between the rows do', () => {
  const banner = { isBold: true, fill: 'DDDDDD' }
  const sheet = sheetOf(
    [
      ['Pens'],
      ['Code', 'Goods', 'Price', 'Pack'],
      ['099-752', 'Ballpoint', 1310, 10],
      ['069-911', 'Pencil', 480, 12],
      ['Paper'],
      ['035-594', 'Notebook', 120, 10],
      ['037-775', 'Copy paper', 360, 5],
    ],
    { styles: { A1: banner, A5: banner, 'A2:D2': { isBold: true } }, merges: ['A1:D1', 'A5:D5'] },
  )
  const { rows } = rowsOf(sheet, dataOf(sheet)[0])

  expect(rows?.map(([group, code]) => [group, code])).toEqual([
    ['Pens', '099-752'],
    ['Pens', '069-911'],
    ['Paper', '035-594'],
    ['Paper', '037-775'],
  ])
})

test('a key in the first line binds the second one to it, also where few columns have a name in both', () => {
  const sheet = sheetOf([
    ['番号', '氏名', '役職', '雇用区分'],
    [null, '基本給', '通勤手当'],
    [1, '伊藤', '課長', '正社員'],
    [null, 'n/a', 21457],
    [2, '渡辺', '課長', 'パート'],
    [null, 217994, 5024],
    [3, '加藤', '一般', '契約'],
    [null, 218291, 'n/a'],
    [4, '井上', '主任', '契約'],
    [null, 412096, 9075],
  ])

  const { names, rows } = rowsOf(sheet, dataOf(sheet)[0])

  expect(names).toEqual(['番号', '氏名', '基本給', '役職', '通勤手当', '雇用区分'])
  expect(rows?.[1]).toEqual(['2', '渡辺', '217994', '課長', '5024', 'パート'])
})

test('a record over two lines under a header of two lines is one row', () => {
  const person = (id: string, kana: string, name: string, born: string) => [
    [id, kana, born, `386-${id.slice(1)}`],
    ['Sales', name, 'F', `Nagano ${id.slice(3)}`],
  ]
  const sheet = sheetOf([
    ['Number', 'Reading', 'Born', 'Postcode'],
    ['Team', 'Name', 'Sex', 'Address'],
    ...person('00366', 'AOKI', 'Aoki Kenji', '1994-12-23'),
    ...person('00251', 'ISHIZUKA', 'Ishizuka Yumi', '1970-03-08'),
    ...person('00094', 'UEHARA', 'Uehara Tadashi', '1991-12-19'),
  ])
  const { names, rows } = rowsOf(sheet, dataOf(sheet)[0])

  expect(names).toEqual(['Number', 'Team', 'Reading', 'Name', 'Born', 'Sex', 'Postcode', 'Address'])
  expect(rows).toHaveLength(3)
  expect(rows?.[0]?.slice(0, 4)).toEqual(['00366', 'Sales', 'AOKI', 'Aoki Kenji'])
})

test('a mark for the same as above takes the value above', () => {
  const sheet = sheetOf([
    ['Shop', 'Goods', 'Boxes'],
    ['Station east', 'tofu', 21],
    ['〃', 'miso', 3],
    ['Harbour', '〃', 35],
  ])
  const [table] = dataOf(sheet)

  expect(table?.repeat_marks).toEqual(['A3', 'B4'])
  expect(rowsOf(sheet, table).rows).toEqual([
    ['Station east', 'tofu', '21'],
    ['Station east', 'miso', '3'],
    ['Harbour', 'miso', '35'],
  ])
})

test('a text alone below a record goes on with the text of the record', () => {
  const sheet = sheetOf([
    ['Position', 'Text', 'Amount', 'Unit', 'Price'],
    ['01.0010', 'Remove topsoil', 840, 'm2', 3.07],
    [null, 'up to 30 cm, store beside.'],
    ['01.0020', 'Dig pit', 612.5, 'm3', 12.65],
    ['01.0030', 'Remove soil', 930, 't', 22.69],
  ])
  const [table] = dataOf(sheet)

  expect(table && rolesOf(table)).toMatchObject({ continued: [3] })
  expect(rowsOf(sheet, table).rows?.[0]?.[1]).toBe('Remove topsoil\nup to 30 cm, store beside.')
})

test('rows behind the totals close the table: terms, discounts, a count below words', () => {
  const sheet = sheetOf([
    ['No.', 'Item', 'Quantity', 'Price', 'Amount'],
    [1, 'Balance', 2, 187800, 375600],
    [2, 'Bath', 1, 85270, 85270],
    [3, 'Stirrer', 4, 43590, 174360],
    ['Total', null, null, null, 635230],
    ['Terms of payment', null, null, '30 days'],
  ])
  const { rows } = rowsOf(sheet, dataOf(sheet)[0])

  expect(rows?.map(([, item]) => item)).toEqual(['Balance', 'Bath', 'Stirrer'])
})

test('a figure merged over several rows is one figure', () => {
  const sheet = sheetOf(
    [
      ['Name', 'Part', 'Time', 'Overtime'],
      ['Aoki', 'in', 8, 35.1],
      [null, 'out', 17, null],
      ['Ishida', 'in', 9, 36.2],
      [null, 'out', 18, null],
    ],
    { merges: ['A2:A3', 'D2:D3', 'A4:A5', 'D4:D5'] },
  )
  const { rows } = rowsOf(sheet, dataOf(sheet)[0])

  expect(rows?.map((row) => row.at(-1))).toEqual(['35.1', null, '36.2', null])
  expect(rows?.map(([name]) => name)).toEqual(['Aoki', 'Aoki', 'Ishida', 'Ishida'])
})

test('weekdays below days belong to the header', () => {
  const sheet = sheetOf([
    ['Name', 1, 2, 3, 4, 5],
    [null, 'Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
    ['Aoki', 'E', 'L', 'N', 'E', 'E'],
    ['Ishida', 'L', 'L', 'E', 'N', 'E'],
    ['Ueno', 'N', 'E', 'L', 'L', 'E'],
  ])

  expect(dataOf(sheet)[0]?.header_rows).toEqual([1, 2])
})

test('days that may be read two ways stay texts, and a person is asked', () => {
  const { regions, warnings } = structureSheet(
    sheetOf([
      ['Member', 'Born'],
      ['Abbott', '01/11/2010'],
      ['Banerjee', '01/02/2010'],
      ['Costa', '07/06/2012'],
    ]),
  )

  expect(regions[0]?.columns[1]?.type).toBe('VARCHAR')
  expect(warnings.map(({ code }) => code)).toContain('ambiguous_dates')
})

test.each([
  ['0000', 52, '0052'],
  ['000-0000', 600042, '060-0042'],
  ['000\\-0000', 6512877, '651-2877'],
  ['0000', 12345, '12345'],
])('a number under the format %s is the code that people see', (format, value, shown) => {
  const pattern = codePattern(format)

  expect(pattern === null ? null : spellCode(value, pattern)).toBe(shown)
})

test.each(['0', '00', '0.00', '000.000', '#,##0', '0%', '0"日"', 'yyyy'])('the format %s shows no code', (format) => {
  expect(codePattern(format)).toBeNull()
})

test('the last balance of an account is no entry', () => {
  const entry = (day: number, amount: number, balance: number) => [
    `2026/02/${day}`,
    'rent',
    'Stadtwerke',
    amount,
    balance,
  ]
  const sheet = sheetOf([
    ['day', 'purpose', 'payee', 'amount', 'balance'],
    entry(11, -203.39, 4617.98),
    entry(12, 166.49, 4784.47),
    entry(13, 7.82, 4792.29),
    [null, null, 'Neuer Saldo', null, 4792.29],
  ])

  const [table] = dataOf(sheet)

  expect(rowsOf(sheet, table).rows).toHaveLength(3)
})

test('a record over two lines is one where its other cells and their names are merged over both', () => {
  const sheet = sheetOf(
    [
      ['No.', 'part', 'pieces', 'due'],
      [null, 'name', null, 'place'],
      [1, 'KS-1042', 2, '2026/04/07'],
      [null, 'coupling', null, 'works 1'],
      [2, '0083-21', 26, '2026/04/01'],
      [null, 'ring', null, 'works 2'],
      [3, 'MT-7710', 52, '2026/04/09'],
      [null, 'motor', null, 'works 1'],
    ],
    { merges: [1, 3, 5, 7].flatMap((row) => [`A${row}:A${row + 1}`, `C${row}:C${row + 1}`]) },
  )

  const [table] = dataOf(sheet)

  expect(rowsOf(sheet, table)).toEqual({
    names: ['No.', 'part', 'name', 'pieces', 'due', 'place'],
    rows: [
      ['1', 'KS-1042', 'coupling', '2', '2026-04-07', 'works 1'],
      ['2', '0083-21', 'ring', '26', '2026-04-01', 'works 2'],
      ['3', 'MT-7710', 'motor', '52', '2026-04-09', 'works 1'],
    ],
  })
})

test('a class like 058.2 is a code, and no figure that loses its zero', () => {
  const sheet = sheetOf([
    ['book', 'class', 'price'],
    ['statistics', '058.2', 3000],
    ['cooking', '727.1', 1100],
    ['animals', '673.2', 2100],
  ])

  const [table] = dataOf(sheet)

  expect(rowsOf(sheet, table).rows?.[0]).toEqual(['statistics', '058.2', '3000'])
})

test('texts like 10.250 are codes where their column is called a number of something, and figures elsewhere', () => {
  const articles = (name: string) =>
    dataOf(
      sheetOf([
        [name, 'article', 'pieces'],
        ['10.250', 'box', 25],
        ['10.460', 'crate', 30],
        ['20.320', 'bag', 12],
      ]),
    )[0]?.columns[0]?.type

  expect([articles('Art.-Nr.'), articles('weight')]).toEqual(['VARCHAR', 'DECIMAL(18,3)'])
})

test('a word for an example is a value where it comes again, or where the column holds such words', () => {
  const list = (...kinds: string[]) =>
    sheetOf([['kind', 'shop', 'sold'], ...kinds.map((kind, n) => [kind, `S-${n}`, n * 7 + 3])], { isUntyped: true })

  for (const kinds of [
    ['sample', 'sale', 'sample', 'return'],
    ['sale', 'sample', 'sale'],
    ['sample', 'sale', 'sale', 'return'],
    ['sample'],
  ])
    expect(rowsOf(list(...kinds), dataOf(list(...kinds))[0]).rows?.map(([kind]) => kind)).toEqual(kinds)
})

test('a record that lacks all but one field is a record where every field is missing at times', () => {
  const value = (row: number, column: number) => ((row * 7 + column * 5) % 4 === 0 ? null : row * 10 + column)
  const records = Array.from({ length: 40 }, (_, n) => [n % 9 === 4 ? null : `P-${n}`, value(n, 1), value(n, 2)])
  records[6] = ['P-6', null, null]
  const sheet = sheetOf([['person', 'came', 'left'], ...records], { isUntyped: true })
  const [table] = dataOf(sheet)

  expect(table).toMatchObject({ reshape: null, row_roles: [] })
  expect(rowsOf(sheet, table).rows).toHaveLength(40)
})

test('a remark between the rows is no record, and a group that begins like one is a group', () => {
  const list = (text: string) =>
    sheetOf([
      ['day', 'goods', 'sold'],
      ['2025-07-01', 'tea', 4],
      ['2025-07-02', 'milk', 9],
      [text, null, null],
      ['2025-07-03', 'rice', 7],
      ['2025-07-04', 'salt', 2],
    ])

  expect(dataOf(list('Note: stock was counted here'))[0]?.row_roles).toEqual([{ role: 'note', rows: [4] }])
  expect(dataOf(list('Notebooks'))[0]?.row_roles).toEqual([{ role: 'group', rows: [4] }])
})

test('two lists that touch are two tables where each counts its own rows', () => {
  const sheet = sheetOf([
    ['No.', 'Goods', 'In', 'Nr', 'Goods', 'Out'],
    [1, 'Belt', 14, 1, 'Hose', 33],
    [2, 'Pump', 52, 2, 'Fuse', 8],
    [3, 'Fuse', 9, 3, 'Belt', 71],
    [null, null, null, 4, 'Valve', 25],
  ])

  expect(dataOf(sheet).map(({ range }) => range)).toEqual(['A1:C4', 'D1:F5'])
})

test('units below the names of some columns belong to the names', () => {
  const sheet = sheetOf([
    ['Code', 'Title', 'Shelf', 'Copies', 'Price', 'Remark'],
    [null, null, null, '(冊)', '(円)', null],
    ['B-01', 'Birds', 'east', 3, 819, null],
    ['B-02', 'Stars', 'west', 5, 1009, 'worn'],
  ])
  const [table] = dataOf(sheet)

  expect(table?.header_rows).toEqual([1, 2])
  expect(rowsOf(sheet, table).rows).toHaveLength(2)
})

test('a title above the header is no banner of the first rows where these have one of their own', () => {
  const bold = { isBold: true }
  const sheet = sheetOf(
    [
      ['Staff list'],
      ['Code', 'Name', 'Age'],
      ['North'],
      ['A-1', 'Jensen', 42],
      ['A-2', 'Hughes', 44],
      ['South'],
      ['A-3', 'Evans', 20],
      ['A-4', 'Stone', 59],
    ],
    { styles: { 'A1:A1': bold, 'A2:C2': bold, 'A3:A3': bold, 'A6:A6': bold } },
  )

  expect(rowsOf(sheet, dataOf(sheet)[0]).rows?.map(([group, code]) => [group, code])).toEqual([
    ['North', 'A-1'],
    ['North', 'A-2'],
    ['South', 'A-3'],
    ['South', 'A-4'],
  ])
})
