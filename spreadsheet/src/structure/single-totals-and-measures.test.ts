import { expect, test } from 'vitest'
import { settledRegions, tablesOf } from '../../test/settled-tables.ts'
import { sheetOf } from '../../test/sheet-of.ts'

test('the total of a list goes to a table of computed rows, also where it is the only one', () => {
  const sheet = sheetOf([
    ['商品', '数量', '金額'],
    ['りんご', 3, 300],
    ['みかん', 5, 250],
    ['ぶどう', 2, 900],
    ['合計', 10, 1450],
  ])

  const tables = tablesOf(sheet)

  expect(tables.map(({ rows }) => rows.length)).toEqual([3, 1])
  expect(tables[1]).toEqual({ names: ['商品', '数量', '金額'], rows: [['合計', '10', '1450']] })
})

test('a single column of figures stays a column, whatever sums stand between its rows', () => {
  const sheet = sheetOf([
    ['部門', '課', '費目', '金額'],
    ['営業', '一課', '旅費', 120],
    [null, null, '交際費', 33],
    [null, '小計', null, 153],
    [null, '二課', '旅費', 47],
    [null, null, '会議費', 64],
    [null, '小計', null, 111],
    ['営業計', null, null, 264],
    ['開発', '一課', '旅費', 18],
    [null, null, '書籍費', 77],
    [null, '小計', null, 95],
    ['開発計', null, null, 95],
    ['総計', null, null, 359],
  ])

  const [list] = tablesOf(sheet)

  expect(
    settledRegions(sheet)
      .flatMap(({ reshape }) => reshape ?? [])
      .map(({ kind }) => kind),
  ).toEqual(['fill_down'])
  expect(list?.names).toEqual(['部門', '課', '費目', '金額'])
  expect(list?.rows[1]).toEqual(['営業', '一課', '交際費', '33'])
})

test('the name of the column that headers become is the one that the spec says', () => {
  const sheet = sheetOf([
    ['科目', '国内', '海外'],
    ['売上高', 117, 243],
    ['　製品', 82, 131],
    ['　商品', 35, 112],
    ['売上原価', 61, 146],
    ['　材料費', 40, 99],
    ['　労務費', 21, 47],
    ['売上総利益', 56, 97],
  ])

  const steps = settledRegions(sheet).flatMap(({ reshape }) => reshape ?? [])

  expect(steps).toMatchObject([{ kind: 'unpivot', name_to: 'category', names_to: ['category'] }])
  expect(tablesOf(sheet)[0]?.names).toContain('category')
})
