import { expect, test } from 'vitest'
import { tablesOf } from '../../test/settled-tables.ts'
import { sheetOf } from '../../test/sheet-of.ts'
import { structureSheet } from './structure-sheet.ts'

const BUDGET = [
  ['Item', 'Detail', 'Plan', 'Actual', 'Remark'],
  ['Meetings', null, 600, 483, 'hall'],
  ['Events', null, 6950, 7181, null],
  [null, 'Summer fair', 4200, 4479, 'tents'],
  [null, 'Lunch', 1500, 1382, null],
  [null, 'Clean-up', 1250, 1320, 'twice'],
  ['Lights', null, 2700, 2679, null],
  [null, 'Power', 2100, 1964, null],
  [null, 'Repairs', 600, 715, 'three'],
  ['Total', null, 10250, 10343, null],
]

test('parts are called by the sum above them, in its own column, and by no other', () => {
  const [data, computed] = tablesOf(sheetOf(BUDGET))

  expect(data?.rows).toEqual([
    ['Meetings', null, '600', '483', 'hall'],
    ['Events', 'Summer fair', '4200', '4479', 'tents'],
    ['Events', 'Lunch', '1500', '1382', null],
    ['Events', 'Clean-up', '1250', '1320', 'twice'],
    ['Lights', 'Power', '2100', '1964', null],
    ['Lights', 'Repairs', '600', '715', 'three'],
  ])
  expect(computed?.rows.map(([name]) => name)).toEqual(['Events', 'Lights', 'Total'])
})

test('where the parts have names in the same column the sum becomes a column of its own', () => {
  const rows = BUDGET.map(([item, detail, ...rest]) => [detail ?? item ?? null, ...rest])
  const [data] = tablesOf(
    sheetOf(rows, { styles: { A3: { isBold: true }, A7: { isBold: true }, A10: { isBold: true } } }),
  )

  expect(data?.names[0]).toBe('category')
  expect(data?.rows.map(([group, name]) => [group, name])).toEqual([
    [null, 'Meetings'],
    ['Events', 'Summer fair'],
    ['Events', 'Lunch'],
    ['Events', 'Clean-up'],
    ['Lights', 'Power'],
    ['Lights', 'Repairs'],
  ])
})

test('a sum of one part is a sum where it stands as the other sums do', () => {
  const [data] = tablesOf(
    sheetOf([
      ['Item', 'Detail', 'Plan', 'Actual', 'Remark'],
      ['Events', null, 6950, 7181, null],
      [null, 'Summer fair', 4200, 4479, 'tents'],
      [null, 'Lunch', 2750, 2702, null],
      ['Lights', null, 2700, 2679, null],
      [null, 'Power', 2100, 1964, null],
      [null, 'Repairs', 600, 715, 'three'],
      ['Post', null, 310, 287, null],
      [null, 'Stamps', 310, 287, 'airmail'],
      ['Total', null, 9960, 10147, null],
    ]),
  )

  expect(data?.rows.map(([item, detail]) => [item, detail])).toEqual([
    ['Events', 'Summer fair'],
    ['Events', 'Lunch'],
    ['Lights', 'Power'],
    ['Lights', 'Repairs'],
    ['Post', 'Stamps'],
  ])
})

test('a share of a total does not keep months from becoming rows', () => {
  const [data] = tablesOf(
    sheetOf([
      ['支店', '4月', '5月', '6月', '合計', '構成比'],
      ['札幌', 210, 228, 196, 634, 0.317],
      ['仙台', 101, 202, 201, 504, 0.252],
      ['新潟', 160, 143, 307, 610, 0.305],
      ['静岡', 83, 71, 98, 252, 0.126],
    ]),
  )

  expect(data?.rows).toHaveLength(12)
})

test('a row of sums, averages and extremes, each as its column needs it, is computed', () => {
  const [data] = tablesOf(
    sheetOf([
      ['月', '平均気温', '最高気温', '降水量'],
      ['1月', 4.3, 10.8, 75.2],
      ['2月', 6.5, 16.5, 119.7],
      ['3月', 9.7, 21.4, 112.8],
      ['4月', 12, 23.2, 82],
      ['年間', 8.1, 23.2, 389.7],
    ]),
  )

  expect(data?.rows.map(([month]) => month)).toEqual(['1月', '2月', '3月', '4月'])
})

test('a name that marks an average in one place does so in all', () => {
  const menu = (day: number, energy: number) => [day, 'x', energy, energy / 25]
  const [data] = tablesOf(
    sheetOf([
      ['Day', 'Menu', 'Energy', 'Protein'],
      ...[670, 606, 662, 690].map((energy, n) => menu(n + 1, energy)),
      ['Week average', null, 657, 26.28],
      ...[595, 681, 621, 593].map((energy, n) => menu(n + 8, energy)),
      ['Week average', null, 622.5, 24.9],
      menu(15, 640),
      ['Week average', null, 600, 25.5],
    ]),
  )

  expect(data?.rows).toHaveLength(9)
})

test('a balance that is carried over is no payment, and a month is that of the days below it', () => {
  const [data] = tablesOf(
    sheetOf([
      ['月', '日', '摘要', '収入', '支出', '残高'],
      [5, 1, '前月繰越', null, null, 62218],
      [null, 3, 'お茶代', null, 2500, 59718],
      [null, 4, '会費入金', 18900, null, 78618],
      [null, 6, 'お菓子代', null, 6250, 72368],
      [null, 7, '売上', 25700, null, 98068],
      [null, 31, '次月繰越', null, 98068, null],
    ]),
  )

  expect(data?.rows.map(([month, day]) => [month, day])).toEqual([
    ['5', '1'],
    ['5', '3'],
    ['5', '4'],
    ['5', '6'],
    ['5', '7'],
  ])
})

/** CPU milliseconds of a list of so many rows, each with this behind its name: the least of three, beside whatever else runs. */
function timeOf(rows: number, behind: string): number {
  const figure = (row: number, column: number) => ((row * 7919 + column * 104_729) % 89_989) + 10
  const sheet = sheetOf([
    ['Item', 'A', 'B', 'C'],
    ...Array.from({ length: rows }, (_, n) => [`Item ${n} ${behind}`, figure(n, 1), figure(n, 2), figure(n, 3)]),
  ])
  const times = Array.from({ length: 3 }, () => {
    const { user } = process.cpuUsage()
    structureSheet(sheet, 1, 'en')
    return process.cpuUsage().user - user
  })
  return Math.min(...times) / 1000
}

test.each(['3.5%', 'total'])('a list whose names all say %s takes not much longer than any other', (behind) => {
  timeOf(500, '')
  expect(timeOf(4_000, behind) / timeOf(4_000, '')).toBeLessThan(8)
})
