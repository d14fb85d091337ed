import { expect, test } from 'vitest'
import { sheetOf } from '../../../test/sheet-of.ts'
import type { Region } from '../../parse-spec/parse-spec.ts'
import type { Sheet } from '../sheet.ts'
import { structureSheet } from '../structure-sheet.ts'

function rolesOf(sheet: Sheet): Record<string, readonly number[]> {
  const [table] = structureSheet(sheet, 1, 'en').regions.filter(({ kind }) => kind === 'data')
  if (!table) throw new Error('the sheet holds no table')
  return Object.fromEntries(table.row_roles.map(({ rows, role }: Region['row_roles'][number]) => [role, rows]))
}

test('numbered lines that were never filled in are no records, whatever the rows of totals below them are called', () => {
  const sheet = sheetOf([
    ['No', '品名', '数量', '単価', '金額'],
    [1, '丸椅子', 4, 5200, 20800],
    [2, '脚立', 2, 9800, 19600],
    [3, '作業台', 1, 31500, 31500],
    [4],
    [5],
    [6],
    ['合計', null, null, null, 71900],
    ['ご請求額(税込)', null, null, null, 79090],
  ])

  expect(rolesOf(sheet)).toMatchObject({ separator: [5, 6, 7] })
})

test('a charge between the subtotal and the total is no record, although there are more totals than records', () => {
  const below = (name: string, amount: number) => [null, null, null, null, null, name, amount]
  const sheet = sheetOf([
    ['Line', 'Part', 'Text', 'Qty', 'Unit', 'Price', 'Amount'],
    [1, 'A-17', 'Hinge', 12, 'ea', 3.5, 42],
    [2, 'A-22', 'Latch', 5, 'ea', 8.2, 41],
    [3, 'B-03', 'Hook', 30, 'box', 2.1, 63],
    below('Subtotal', 146),
    below('Carriage', 14),
    below('VAT 20%', 32),
    below('TOTAL', 192),
  ])

  expect(Object.values(rolesOf(sheet)).flat()).toContain(6)
})

test('an example may stand before what it shows', () => {
  const sheet = sheetOf([
    ['月日', '行先', '交通費', '宿泊費'],
    ['例)5/12', '仙台', 11_000, 8_900],
    ['5/20', '盛岡', 13_400, 9_300],
    ['5/27', '秋田', 17_100, 9_300],
  ])

  expect(rolesOf(sheet)).toMatchObject({ note: [2] })
})

test('a last row that is bold as no other is, and lacks what every record has, is none of them', () => {
  const marks = [3, 1, 4, 2, 2, 4, 1, 3]
  const rows = marks.map((mark, n) => [
    `name ${n}`,
    n % 2 === 0 ? 'day' : 'night',
    mark,
    5 - mark,
    n % 3 === 0 ? null : 2,
  ])
  const sheet = sheetOf([['Who', 'Shift', 'Press', 'Lathe', 'Laser'], ...rows, ['Able (3+)', null, 4, 2, 0]], {
    styles: { 'A1:E1': { isBold: true }, 'A10:E10': { isBold: true } },
  })

  expect(rolesOf(sheet)).toMatchObject({ total: [10] })
})

test('limits below the header are no records, and a target beside what was reached is one', () => {
  const samples = [19.997, 19.989, 20.004, 20.009, 19.995]
  const measured = sheetOf([
    ['測定箇所', '外径', '全長'],
    ['上限', 20.02, 150.1],
    ['下限', 19.98, 149.9],
    ...samples.map((sample, n) => [n + 1, sample, 150 + n / 100]),
  ])
  const plan = sheetOf([
    ['', '4月', '5月', '6月'],
    ['目標', 120, 140, 150],
    ['実績', 118, 151, 149],
    ['前年', 101, 122, 138],
  ])

  expect(rolesOf(measured)).toMatchObject({ note: [2, 3] })
  expect(rolesOf(plan).note).toBeUndefined()
})

test('the base and the tax of each rate below the lines of an invoice are no lines', () => {
  const lines = [
    ['2025-06-02', '食パン', 12, '箱', 2550, 30600, '8%'],
    ['2025-06-04', 'ストロー', 15, '箱', 1010, 15150, '10%'],
    ['2025-06-06', '珈琲豆', 30, '袋', 2600, 78000, '8%'],
    ['2025-06-10', '紙コップ', 19, '箱', 2320, 44080, '10%'],
  ]
  const foot = (name: string, figure: number) => [null, null, null, null, name, figure]
  const sheet = sheetOf([
    ['日付', '品名', '数量', '単位', '単価', '金額', '税率'],
    ...lines,
    foot('8%対象計', 108600),
    foot('8%消費税', 8688),
    foot('10%対象計', 59230),
    foot('10%消費税', 5923),
    foot('合計', 182441),
  ])

  const computed = Object.values(rolesOf(sheet))
    .flat()
    .sort((one, other) => one - other)
  expect(computed).toEqual([6, 7, 8, 9, 10])
})

test('rows that a total adds up are none, whatever their terms of payment are called', () => {
  const debts = (mark: string, figures: readonly number[]) =>
    figures.map((figure, n) => [`Orbit ${mark}${n}`, '30 net', figure, figure * 2, figure * 3])
  const total = (name: string, figures: readonly number[]) => {
    const sum = figures.reduce((one, other) => one + other, 0)
    return [name, null, sum, sum * 2, sum * 3]
  }
  const [usd, gbp] = [
    [310.4, 3481.9, 312.4, 6077.9],
    [5730.2, 3934.4, 488.3, 5831.3],
  ]
  const sheet = sheetOf([
    ['Customer', 'Terms', 'Current', '1 to 30 days', 'Total'],
    ['USD'],
    ...debts('U', usd),
    total('Total USD', usd),
    ['GBP'],
    ...debts('G', gbp),
    total('Total GBP', gbp),
  ])

  const { group, ...computed } = rolesOf(sheet)
  expect(group).toEqual([2, 8])
  expect(
    Object.values(computed)
      .flat()
      .sort((one, other) => one - other),
  ).toEqual([7, 13])
})

test('what is to be reached, below the header of a list of marks, is no record', () => {
  const marks = [12, 11.5, 8.5, 9.5, 14.5, 10.5]
  const sheet = sheetOf([
    ['Student', 'Name', 'Quiz', 'Lab'],
    [null, 'Out of', 20, 50],
    [null, 'Weight', 0.2, 0.8],
    ...marks.map((mark, n) => [1000 + n, `Pupil ${'ABCDEF'[n]}`, mark, mark * 2 + n]),
  ])

  expect(rolesOf(sheet)).toMatchObject({ note: [2, 3] })
})
