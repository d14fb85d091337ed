import { expect, test } from 'vitest'
import { settledRegions, tablesOf } from '../../test/settled-tables.ts'
import { sheetOf } from '../../test/sheet-of.ts'

test('a text of an entry goes on below it, also where the entry is of the day above', () => {
  const [data] = tablesOf(
    sheetOf([
      ['Date', 'Type', 'Details', 'Paid out', 'Paid in', 'Balance'],
      ['2025-09-01', 'CHQ', 'CHEQUE 261', 1536.62, null, 2682.15],
      [null, 'CR', 'HILLSIDE HOMES', null, 1307.59, 3989.74],
      [null, null, 'JOB 77 STAGE 2', null, null, null],
      ['2025-09-03', 'VIS', 'TIMBER DIRECT', 1957.2, null, 2032.54],
      [null, null, 'CARD 7713', null, null, null],
      ['2025-09-04', 'CHQ', 'CHEQUE 208', 105.97, null, 1926.57],
      ['2025-09-06', 'BP', 'T REID', 1218.86, null, 707.71],
      [null, null, 'WAGES', null, null, null],
    ]),
  )

  expect(data?.rows.map(([, , details]) => details)).toEqual([
    'CHEQUE 261',
    'HILLSIDE HOMES\nJOB 77 STAGE 2',
    'TIMBER DIRECT\nCARD 7713',
    'CHEQUE 208',
    'T REID\nWAGES',
  ])
})

test('the subtotal of a single row is one where other subtotals are called so', () => {
  const [data] = tablesOf(
    sheetOf([
      ['类别', '编码', '名称', '数量', '金额'],
      ['原材料', 'A010203', '钢板', 2237, 10935.7],
      ['原材料小计', null, null, null, 10935.7],
      ['包装物', 'A030015', '纸箱', 2759, 6236.11],
      [null, 'A030022', '珍珠棉', 2661, 2912.02],
      ['包装物小计', null, null, null, 9148.13],
      ['成品', 'A090108', '风扇', 3746, 52789.57],
      [null, 'A090113', '控制盒', 728, 65746.86],
      ['成品小计', null, null, null, 118536.43],
      ['合计', null, null, null, 138620.26],
    ]),
  )

  const names = data?.rows.flatMap((row) => row.slice(0, 2)) ?? []
  expect(names.filter((name) => /计$/.test(name ?? ''))).toEqual([])
  expect(new Set(names)).toEqual(
    new Set(['原材料', 'A010203', '包装物', 'A030015', 'A030022', '成品', 'A090108', 'A090113']),
  )
})

test('parts that are not shown do not make a row of data of their sum', () => {
  const [data] = tablesOf(
    sheetOf(
      [
        ['School', 'K', 'Grade 1', 'Grade 2', 'Grade 3'],
        ['Alder Creek', 67, 101, 113, 88],
        ['Burnside', 50, 33, 38, 77],
        ['Foxhollow', 51, 38, 44, 88],
        ['Jefferson', 66, 76, 107, 108],
        ['Harbor', '*', '*', 22, 38],
        ['District', 241, 255, 324, 399],
      ],
      { styles: { A7: { isBold: true }, B7: { isBold: true } } },
    ),
  )

  expect(data?.rows.some((row) => row.includes('District'))).toBe(false)
  expect(data?.rows.some((row) => row.includes('Harbor'))).toBe(true)
})

test('a record that is twice another one by chance stays a record, whatever it leaves open', () => {
  const stall = (code: string, what: string | null, tents: number, fee: number) => [code, 'Club', tents, what, fee]
  const [data] = tablesOf(
    sheetOf([
      ['Stall', 'By', 'Tents', 'Power', 'Fee'],
      stall('A-01', 'none', 1, 5000),
      stall('A-02', 'open', 1, 5000),
      stall('A-03', 'none', 1, 5000),
      stall('B-01', 'none', 1, 5000),
      stall('B-02', 'open', 1, 5000),
      stall('B-03', null, 2, 10000),
      stall('B-04', 'none', 2, 10000),
    ]),
  )

  expect(data?.rows).toHaveLength(7)
})

test('a row that a longer reading would lose takes the sums out of the rows with it no more', () => {
  const day = (date: string, ...values: (number | string | null)[]) => [date, ...values]
  const rows = [
    ['Date', 'Fridge 1', null, 'Fridge 2', null, 'Freezer', null, 'Remark'],
    [null, 'am', 'pm', 'am', 'pm', 'am', 'pm', null],
    day('2025-09-01', null, null, null, null, null, null, 'closed'),
    day('2025-09-02', 2.3, 2.4, 2.8, 1.8, -19.7, -20.2, null),
    day('2025-09-03', 3.1, 2.6, 1.9, 2.8, -19.2, -19.3, null),
    day('2025-09-04', 2.9, 2.4, 3.1, 2.2, -19.7, -20.1, null),
    day('2025-09-05', 2.2, 3.1, 2.5, 3, -19, -20.1, null),
    ['Average', 2.63, 2.63, 2.58, 2.45, -19.4, -19.93, null],
  ]
  const merges = ['A1:A2', 'B1:C1', 'D1:E1', 'F1:G1', 'H1:H2']
  const tables = tablesOf(sheetOf(rows, { merges }))

  expect(tables[0]?.rows.some((row) => row.includes('Average'))).toBe(false)
  expect(tables[0]?.rows.some((row) => row.includes('closed'))).toBe(true)
})

test('the names of people are no header, however many days stand above them', () => {
  const days = ['6 Oct', '7 Oct', '8 Oct', '9 Oct', '10 Oct', '11 Oct', '12 Oct']
  const sheet = sheetOf([
    [null, 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'],
    ['Name', ...days],
    ['Ben Everett', 'N', 'E', 'N', 'L', 'N', 'E', null],
    ['Isla Costa', 'AL', 'E', null, 'AL', 'L', 'N', 'N'],
    ['Wendy Reid', 'E', null, 'E', 'L', 'N', 'L', 'E'],
    ['Maya Okafor', 'E', 'L', 'E', 'L', 'N', 'N', 'L'],
    ['Chloe Hart', 'E', 'E', null, 'N', 'N', 'E', 'L'],
    ['Alice Lam', 'L', 'L', 'L', 'E', 'E', 'E', 'N'],
    ['Total early', 3, 3, 2, 1, 1, 3, 1],
    ['Total late', 1, 2, 1, 3, 1, 1, 2],
    ['Total night', 1, 0, 1, 1, 3, 2, 2],
  ])
  const table = settledRegions(sheet).find(({ kind }) => kind === 'data')

  expect(table?.header_rows.at(-1)).toBe(2)
  expect(table?.orientation).toBe('rows')
  expect(table?.row_roles.flatMap(({ rows, role }) => (role === 'total' ? rows : []))).toEqual([9, 10, 11])
})

test('labels are meant for the rows below them where most of their cells are merged', () => {
  const [data] = tablesOf(
    sheetOf(
      [
        ['Site', 'Plant', 'Supplier', 'Rate', 'Weeks'],
        ['Marsh Lane', 'Panels', 'GAP', 92.5, 15],
        [null, 'Welfare unit', 'Speedy', 65, 15],
        [null, 'Dumper', 'own', 38, 12],
        ['Kirkgate', 'Pump', 'GAP', 65, 3],
        [null, 'Dumper', 'own', 38, 3],
        [null, 'Panels', 'Speedy', 410, 14],
        ['Depot', 'Digger', 'GAP', 38, 2],
        [null, 'Digger', 'HSS', 65, 6],
        ['Junction', 'Telehandler', 'HSS', 140, 11],
        [null, 'Pump', 'Speedy', 92.5, 7],
      ],
      { merges: ['A2:A4', 'A8:A9', 'A10:A11'] },
    ),
  )

  expect(data?.rows.map(([site]) => site)).toEqual([
    ...['Marsh Lane', 'Marsh Lane', 'Marsh Lane', 'Kirkgate', 'Kirkgate', 'Kirkgate'],
    ...['Depot', 'Depot', 'Junction', 'Junction'],
  ])
})

test('a form in sections is a form, and each section keeps its name', () => {
  const regions = settledRegions(
    sheetOf(
      [
        ['Property sheet', null, null],
        [],
        ['Building', 'Name', 'Maple House'],
        [null, 'Reference', 'R-00418'],
        [null, 'Floors', 5],
        ['Terms', 'Rent', 98000],
        [null, 'Deposit', 'none'],
        [null, 'Free from', '2025-08-10'],
        ['Manager', 'Company', 'Northern Care'],
        [null, 'Phone', '022-000-7788'],
      ],
      {
        merges: ['A3:A5', 'A6:A8', 'A9:A10'],
        styles: Object.fromEntries([3, 4, 5, 6, 7, 8, 9, 10].map((row) => [`B${row}`, { isBold: true }])),
      },
    ),
  )

  expect(regions.some(({ kind }) => kind === 'data')).toBe(false)
  expect(regions.filter(({ kind }) => kind === 'keyvalue').map(({ range }) => range)).toEqual([
    'B3:C5',
    'B6:C8',
    'B9:C10',
  ])
})

test('the year that is not over heads its quarters as the others do', () => {
  const quarter = (name: string, one: number, other: number) => [name, one, 'revised', other, 'as before']
  const bold = (cell: string) => [cell, { isBold: true }] as const
  const [data] = tablesOf(
    sheetOf(
      [
        ['Period', 'Kingdom', 'State of it', 'Germany', 'State of that'],
        [2023, 1334.9, null, 660.6, null],
        quarter('Q1', 236.8, 92.5),
        quarter('Q2', 343.9, 206.2),
        quarter('Q3', 540.9, 284.5),
        quarter('Q4', 213.3, 77.4),
        [2024, 1654.2, null, 565.3, null],
        quarter('Q1', 238.7, 67.8),
        quarter('Q2', 449.2, 191),
        quarter('Q3', 694.4, 199.9),
        quarter('Q4', 271.9, 106.6),
        [2025, null, null, null, null],
        quarter('Q1', 212.1, 84.1),
        quarter('Q2', 426.3, 150.8),
      ],
      { styles: Object.fromEntries([bold('A2'), bold('A7'), bold('A12')]) },
    ),
  )

  expect(data?.rows.map(([year, name]) => [year, name])).toEqual([
    ...['Q1', 'Q2', 'Q3', 'Q4'].map((name) => ['2023', name]),
    ...['Q1', 'Q2', 'Q3', 'Q4'].map((name) => ['2024', name]),
    ...['Q1', 'Q2'].map((name) => ['2025', name]),
  ])
})

test('limits below the header are no record, also where records are called by codes', () => {
  const [data] = tablesOf(
    sheetOf([
      ['Sample', 'Site', 'Lead', 'Nitrate'],
      ['Limit', null, 0.01, 50],
      ['WQ02281', 'Inlet', 0.0172, 19.7],
      ['WQ02285', 'Hydrant', 0.0081, 2.9],
      ['WQ02289', 'Hydrant', 0.0154, 27.7],
      ['WQ02293', 'Kitchen', 0.0095, 55.6],
    ]),
  )

  expect(data?.rows.map(([sample]) => sample)).toEqual(['WQ02281', 'WQ02285', 'WQ02289', 'WQ02293'])
})

test('other names dressed as the first ones begin another table', () => {
  const bold = { isBold: true }
  const regions = settledRegions(
    sheetOf(
      [
        ['Machine', 'Check', 'Mon', 'Tue', 'Wed'],
        ['Press', 'Oil', 'ok', 'ok', 'low'],
        ['Press', 'Door', 'ok', 'ok', 'ok'],
        ['Dryer', 'Filter', 'ok', 'worn', 'ok'],
        [],
        ['Troubles'],
        ['Day', 'Machine', 'What', 'Done', 'By'],
        ['2025-09-04', 'Dryer', 'filter worn', 'changed', 'Lee'],
        ['2025-09-05', 'Press', 'oil low', 'filled', 'Kim'],
      ],
      { styles: { 'A1:E1': bold, A6: bold, 'A7:E7': bold } },
    ),
  )

  expect(regions.filter(({ kind }) => kind === 'data').map(({ range }) => range)).toEqual(['A1:E4', 'A7:E9'])
})

test('a row of units may say of one column which values it has', () => {
  const sheet = sheetOf([
    ['Tree', 'Kind', 'Height', 'Girth', 'Lean', 'Grade'],
    [null, null, '(m)', '(cm)', '(度)', 'A to C'],
    ['C1-001', 'Cherry', 15.2, 239, 2, 'B'],
    ['C1-002', 'Ginkgo', 8.2, 102, 2, 'C'],
    ['C1-003', 'Dogwood', 7.7, 51, 8, 'A'],
    ['C1-004', 'Zelkova', 11.2, 223, 0, 'A'],
  ])

  expect(tablesOf(sheet)[0]?.rows.map(([tree]) => tree)).toEqual(['C1-001', 'C1-002', 'C1-003', 'C1-004'])
})

test('a form under headings that are merged over it is a form', () => {
  const regions = settledRegions(
    sheetOf(
      [
        ['1. Personal details', null, null, null],
        ['Surname', 'Vaughan', 'First names', 'Tessa Marie'],
        ['Date of birth', '1987-11-03', 'Number', '943 476 5919'],
        ['Postcode', 'YO8 4PX', 'Mobile', '07700 900417'],
        ['2. Medical history', null, null, null],
        ['Surgery', 'Bridge Street', 'Last check-up', '2022-03-18'],
        ['Smoker', 'No', 'Units of alcohol per week', 6],
      ],
      { merges: ['A1:D1', 'A5:D5'], styles: { 'A1:A7': { isBold: true }, 'C2:C7': { isBold: true } } },
    ),
  )

  expect(regions.map(({ kind }) => kind)).not.toContain('data')
  expect(regions.map(({ kind }) => kind)).toContain('keyvalue')
})

test('names with values below an empty row are no records of the wider table above', () => {
  const regions = settledRegions(
    sheetOf([
      ['Hour', 'Customers', 'Sales'],
      ['08:00-09:00', 28, 316.37],
      ['09:00-10:00', 25, 249.26],
      ['10:00-11:00', 9, 101.55],
      ['11:00-12:00', 17, 158.27],
      [],
      ['No sale', 7],
      ['Voids', 3],
    ]),
  )

  expect(regions.map(({ kind, range }) => [kind, range])).toEqual([
    ['data', 'A1:C5'],
    ['keyvalue', 'A7:B8'],
  ])
})
