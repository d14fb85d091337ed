import { expect, test } from 'vitest'
import { sheetOf } from '../../../test/sheet-of.ts'
import type { Sheet } from '../sheet.ts'
import { structureSheet } from '../structure-sheet.ts'
import { findShape } from './find-shape.ts'

const shapeOf = (sheet: Sheet) => findShape(sheet, sheet.box)
const namesOf = (sheet: Sheet) => shapeOf(sheet).columns.map(({ name }) => name)

test('the words over numbers are the header of a list', () => {
  const sheet = sheetOf([
    ['商品', '在庫数', '発注点'],
    ['りんご', 845, 476],
    ['みかん', 178, 461],
    ['ぶどう', 285, 915],
  ])

  expect(shapeOf(sheet)).toMatchObject({ headerRows: [0], dataTop: 1, dataBottom: 3, labelColumns: [0] })
})

test('a list of words alone has one header row, however long it is', () => {
  const people = Array.from({ length: 30 }, (_, n) => [`person ${n}`, `street ${n}`, n % 2 ? 'yes' : 'no'])
  const sheet = sheetOf([['Name', 'Address', 'Member'], ...people])

  expect(shapeOf(sheet).headerRows).toEqual([0])
})

test('a list that begins with a record has no header, and its columns are numbered', () => {
  const sheet = sheetOf([
    ['0012', '2024/04/01', 'east', 1200],
    ['0013', '2024/04/02', 'west', 800],
    ['0014', '2024/04/03', 'east', 950],
  ])

  expect(shapeOf(sheet)).toMatchObject({ headerRows: [], dataTop: 0 })
  expect(namesOf(sheet)).toEqual(['列1', '列2', '列3', '列4'])
})

test('years over figures are a header, years that go on below are not', () => {
  const years = sheetOf([
    ['Region', 2019, 2020, 2021],
    ['North', 120.5, 130.2, 128.8],
    ['South', 99.1, 98, 97.2],
  ])
  const births = sheetOf([
    ['Ann', 1981, 2005],
    ['Bob', 1975, 2011],
    ['Cid', 1990, 2019],
  ])

  expect(shapeOf(years).headerRows).toEqual([0])
  expect(shapeOf(births).headerRows).toEqual([])
})

test('days of a month and their weekdays are a header of two rows', () => {
  const days = Array.from({ length: 10 }, (_, n) => n + 1)
  const sheet = sheetOf(
    [
      ['店舗', ...days],
      [null, '金', '土', '日', '月', '火', '水', '木', '金', '土', '日'],
      ['仙台', ...days.map((day) => (day * 37) % 90)],
      ['東京', ...days.map((day) => (day * 53) % 80)],
      ['神戸', ...days.map((day) => (day * 71) % 70)],
    ],
    { merges: ['A1:A2'] },
  )

  expect(shapeOf(sheet).headerRows).toEqual([0, 1])
})

test('a merged cell is above every column it spans, and one merged down is said once', () => {
  const sheet = sheetOf(
    [
      ['支店', '製品（千円）', null, 'サービス', null],
      [null, '国内', '海外', '国内', '海外'],
      ['大阪', 1, 2, 3, 4],
      ['京都', 5, 6, 7, 8],
    ],
    { merges: ['A1:A2', 'B1:C1', 'D1:E1'] },
  )

  expect(namesOf(sheet)).toEqual(['支店', '製品_国内', '製品_海外', 'サービス_国内', 'サービス_海外'])
  expect(shapeOf(sheet).columns.map(({ unit }) => unit)).toEqual([null, '千円', '千円', null, null])
})

test('where nothing is merged, a name spans the empty cells to its right that have a name below', () => {
  const sheet = sheetOf([
    ['Dept', '2010', null, '2011', null, 'Note'],
    [null, 'FT', 'PT', 'FT', 'PT', null],
    ['Nursing', 263, 58, 312, 32, 'a'],
    ['Health', 542, 22, 597, 33, 'b'],
    ['Arts', 402, 39, 388, 42, 'c'],
  ])

  expect(namesOf(sheet)).toEqual(['Dept', '2010_FT', '2010_PT', '2011_FT', '2011_PT', 'Note'])
})

test('two columns of one name get different names', () => {
  const sheet = sheetOf([
    ['Item', 'Amount', 'Amount', null],
    ['a', 1, 2, 3],
    ['b', 4, 5, 6],
  ])

  expect(namesOf(sheet)).toEqual(['Item', 'Amount', 'Amount_2', '列4'])
})

test('a row that fills the first column only is a group and no header, unless the corner above it is empty', () => {
  const rows = [
    ['Oil', 4769.5, 4637],
    ['Coal', 2488, 2217.5],
  ]
  const named = sheetOf([['Fuel', 2000, 2001], ['Fossil', null, null], ...rows])
  const open = sheetOf([[null, 2000, 2001], ['Fossil', null, null], ...rows])

  expect(shapeOf(named)).toMatchObject({ headerRows: [0], firstGroup: null, dataTop: 1 })
  expect(shapeOf(open)).toMatchObject({ headerRows: [0, 1], firstGroup: 1, dataTop: 2 })
})

test('the header of a next page is no data', () => {
  const page = Array.from({ length: 9 }, (_, n) => [`item ${n}`, n * 1.5])
  const sheet = sheetOf([['Item', 'Price'], ...page, ['Item', 'Price'], ...page])

  expect(shapeOf(sheet)).toMatchObject({ headerRows: [0], repeatedHeaders: [10] })
})

test('a table whose rows hold one kind of value each lies on its side', () => {
  const sheet = sheetOf([
    ['会社名', '青葉商事', '大和建材', '東都物流'],
    ['設立年', 1954, 1959, 2005],
    ['資本金', 1007, 4452, 316],
    ['担当者', '山田', '小林', '中村'],
    ['格付', 'A', 'C', 'B'],
  ])

  expect(shapeOf(sheet)).toMatchObject({ orientation: 'columns', headerRows: [], labelColumns: [0] })
})

test('rows that stay when one scrolls, or that have a filter, are the header', () => {
  const rows = [
    ['Town', 'State', 'Mayor'],
    ['name', 'code', 'name'],
    ['Salem', 'OR', 'Ann'],
    ['Boise', 'ID', 'Bob'],
    ['Provo', 'UT', 'Cid'],
  ]

  expect(shapeOf(sheetOf(rows)).headerRows).toEqual([0])
  expect(shapeOf(sheetOf(rows, { grid: { frozen: { rows: 2, columns: 0 } } })).headerRows).toEqual([0, 1])
  const autoFilter = { top: 1, left: 0, bottom: 4, right: 2 }
  expect(shapeOf(sheetOf(rows, { grid: { autoFilter } })).headerRows).toEqual([0, 1])
})

test('periods over named figures say which one, and so do the names in front of a list', () => {
  const statement = sheetOf([
    [null, '2023年度', '2024年度'],
    ['売上高', 1000, 1100],
    ['営業利益', 120, 130],
  ])
  const list = sheetOf([
    ['会社名', '資本金（百万円）', '従業員数'],
    ['青葉商事', 1007, 1232],
    ['大和建材', 4452, 729],
  ])

  expect(shapeOf(statement).attributes).toEqual([
    { top: 0, left: 1, bottom: 0, right: 1 },
    { top: 0, left: 2, bottom: 0, right: 2 },
  ])
  expect(shapeOf(list).attributes).toEqual([{ top: 1, left: 0, bottom: 2, right: 0 }])
})

test('all names in front of the measures are labels, ranks and codes too', () => {
  const sheet = sheetOf([
    ['Rank', 'Code', 'Commodity', 'Exports', 'Imports'],
    [1, 87, 'Vehicles', 7835.5, 28950],
    [2, 44, 'Wood', 138, 7711.25],
    [3, 39, 'Plastics', 1741, 2587],
  ])

  expect(shapeOf(sheet).labelColumns).toEqual([0, 1, 2])
})

test('a remark above the names is not one of them', () => {
  const sheet = sheetOf([
    [null, null, '2021年3月31日現在'],
    ['所有者', '住所', '株式数'],
    ['青葉商事', '京都市', 35998800],
    ['大和建材', '大阪市', 15178200],
  ])

  expect(shapeOf(sheet)).toMatchObject({ headerRows: [1], dataTop: 2 })
})

test('a region of one row is data: a header without anything below it would lose it', () => {
  expect(shapeOf(sheetOf([['a', 'b']]))).toMatchObject({ headerRows: [], dataTop: 0, dataBottom: 0 })
})

test('a corner of two names names the labels and what the columns differ in', () => {
  const months = sheetOf([
    ['地域＼月', '4月', '5月'],
    ['東', 1.5, 2],
    ['西', 3, 4.5],
  ])
  const joined = sheetOf([
    ['Area/Region', 'Sales', 'Costs'],
    ['East', 1.5, 2],
    ['West', 3, 4.5],
  ])

  expect(shapeOf(months).columnAxis).toBe('月')
  expect(namesOf(months)).toEqual(['地域', '4月', '5月'])
  expect(shapeOf(joined).columnAxis).toBeNull()
  expect(namesOf(joined)).toEqual(['Area/Region', 'Sales', 'Costs'])
})

test('a title that is part of the region is not part of the header', () => {
  const rows = [
    ['品目', '数量', '金額'],
    ['りんご', 10, 200],
    ['みかん', 20, 310],
  ]
  const alone = sheetOf([['売上一覧', null, null], ...rows])
  const merged = sheetOf([['売上一覧', null, null], ...rows], { merges: ['A1:C1'] })

  expect(shapeOf(alone).headerRows).toEqual([1])
  expect(shapeOf(merged).headerRows).toEqual([1])
})

test('units in a row of their own are units and no names', () => {
  const sheet = sheetOf([
    ['品目', '数量', '金額'],
    [null, '(個)', '(千円)'],
    ['りんご', 10, 200],
    ['みかん', 20, 310],
    ['ぶどう', 5, 77],
  ])

  expect(namesOf(sheet)).toEqual(['品目', '数量', '金額'])
  expect(shapeOf(sheet).columns.map(({ unit }) => unit)).toEqual([null, '個', '千円'])
})

test('a row of data whose numbers count up is still one of data', () => {
  const sheet = sheetOf([
    ['科目', '4月', '5月', '6月', '7月'],
    ['売上', 1, 2, 3, 4],
    ['原価', 3, 9, 5, 6],
  ])

  expect(shapeOf(sheet).headerRows).toEqual([0])
})

test('a banner below full names of columns heads rows and is no second header', () => {
  const sheet = sheetOf([
    ['No', 'Item', 'Spec', 'Qty', 'Price'],
    ['1', 'Hardware', null, null, null],
    ['1-1', 'Switch', 'L3', 2, 380],
    ['1-2', 'Antenna', 'indoor', 12, 45],
    ['2', 'Work', null, null, null],
    ['2-1', 'Cabling', 'Cat6', 340, 8],
  ])

  expect(findShape(sheet, sheet.box).headerRows).toEqual([0])
})

test('a title at the left and a date at the right are no names of columns', () => {
  const sheet = sheetOf([
    ['Members', null, null, null, 'as of 2025/6/1'],
    [null, null, null, null, null],
    ['No', 'Name', 'Sex', 'Town', 'Phone'],
    [1, 'Abe', 'm', 'Sapporo', '011-753-8225'],
    [2, 'Kato', 'f', 'Tokyo', '03-337-2597'],
    [3, 'Sato', 'f', 'Osaka', '06-510-1017'],
  ])

  const [table] = structureSheet(sheet).regions.filter(({ kind }) => kind === 'data')

  expect(table).toMatchObject({ header_rows: [3], reshape: null })
  expect(table?.columns.map(({ name }) => name)).toEqual(['No', 'Name', 'Sex', 'Town', 'Phone'])
})

test('months and days over figures are a header, also beside an empty corner', () => {
  const sheet = sheetOf([
    [null, '6/9', '6/10', '6/11', '6/12(木)'],
    ['耐震補強', 223, 3858, 2341, 196],
    ['屋上防水', 175, 485, 105, 271],
    ['本館改修', 70, 171, 1914, 77],
  ])

  expect(shapeOf(sheet)).toMatchObject({ headerRows: [0], dataTop: 1 })
})

test('a unit right above the last name is no name, whatever it counts', () => {
  for (const unit of ['Unit: USD', '(in EUR)', '(円)', '(kWh)', '単位:千円']) {
    const sheet = sheetOf([
      [null, null, null, unit],
      [null, 'Jul', 'Aug', 'Sep'],
      ['Rent', 1120, 1340, 1287],
      ['Travel', 310, 286, 402],
      ['Repairs', 95, 1204, 33],
    ])

    expect(namesOf(sheet).slice(1)).toEqual(['Jul', 'Aug', 'Sep'])
  }
})
