import type { MadeTable } from '@bindery-data/spreadsheet/structure/tables/made-table.ts'
import { describe, expect, test } from 'vitest'
import { judgeTables } from './judge.ts'
import { generateSheet, SHAPES } from './sheets/generate-sheet.ts'
import { leafFacts, type TrueTable, type Truth } from './sheets/truth.ts'

type Row = readonly (string | number | null)[]

function table(
  columns: Record<string, 'text' | 'number'>,
  rows: readonly Row[],
  more: Partial<MadeTable> = {},
): MadeTable {
  return {
    name: 'made',
    kind: 'list',
    regionId: 'r1',
    columns: Object.entries(columns).map(([name, kind]) => ({
      name,
      type: kind === 'text' ? 'VARCHAR' : 'BIGINT',
      format: null,
    })),
    rows: rows.map((row) => row.map((value) => ({ text: value === null ? null : String(value), from: null }))),
    ...more,
  }
}

const SALES: TrueTable = {
  id: 'sales',
  kind: 'cross',
  columns: [
    { name: null, isMeasure: false },
    { name: null, isMeasure: false },
    { name: null, isMeasure: true },
  ],
  rows: [
    ['東京', '4月', 110],
    ['東京', '5月', 125],
    ['大阪', '4月', 98],
    ['大阪', '5月', 77],
  ],
  totals: [
    { labels: ['合計', '4月'], value: 208, role: 'total' },
    { labels: ['合計', '5月'], value: 202, role: 'total' },
    { labels: ['東京', '増減'], value: 15, role: 'total', isDerived: true },
    { labels: ['大阪', '増減'], value: -21, role: 'total', isDerived: true },
  ],
  rowCounts: [4],
}
const LONG = { 支店: 'text', 期間: 'text', 値: 'number' } as const
const LONG_ROWS = [
  ['東京', '2026-04', 110],
  ['東京', '2026-05', 125],
  ['大阪', '2026-04', 98],
  ['大阪', '2026-05', 77],
] as const

const PEOPLE: TrueTable = {
  id: 'people',
  kind: 'list',
  columns: [
    { name: '番号', isMeasure: false },
    { name: '氏名', isMeasure: false },
    { name: '備考', isMeasure: false },
    { name: '支給_基本給', isMeasure: true },
  ],
  rows: [
    ['0012', '佐藤', null, 310],
    ['0013', '鈴木', '時短', 205],
    ['0014', '高橋', null, 287],
  ],
  totals: [{ labels: ['合計', '支給_基本給'], value: 802, role: 'total' }],
  rowCounts: [3],
}
const PAY = { 番号: 'text', 氏名: 'text', 備考: 'text', 支給_基本給: 'number' } as const

const truthOf = (...tables: TrueTable[]): Truth => ({ language: 'ja', tables, fields: [] })

describe('a cross table', () => {
  test('is right in the shape that is meant', () => {
    expect(judgeTables(truthOf(SALES), [table(LONG, LONG_ROWS)])).toMatchObject({ verdict: 'right', isAsMeant: true })
  })

  test('is right with its periods across too, but not as it is meant', () => {
    const wide = table({ 支店: 'text', '4月': 'number', '5月': 'number' }, [
      ['東京', 110, 125],
      ['大阪', 98, 77],
    ])

    expect(judgeTables(truthOf(SALES), [wide])).toMatchObject({ verdict: 'right', isAsMeant: false })
  })

  test('is wrong where a total stands among its parts', () => {
    const made = table(LONG, [...LONG_ROWS, ['合計', '2026-04', 208]])

    expect(judgeTables(truthOf(SALES), [made])).toMatchObject({ verdict: 'wrong', faults: { totalsAmong: 1 } })
  })

  test('is usable with a total as one more column, or a difference among its parts', () => {
    const truth = truthOf({
      ...SALES,
      totals: [...SALES.totals, { labels: ['東京', '計'], value: 235, role: 'total' }],
    })
    const column = table({ 支店: 'text', '4月': 'number', '5月': 'number', 計: 'number' }, [
      ['東京', 110, 125, 235],
      ['大阪', 98, 77, null],
    ])
    const difference = table(LONG, [...LONG_ROWS, ['東京', '増減', 15], ['大阪', '増減', -21]])

    expect(judgeTables(truth, [column])).toMatchObject({ verdict: 'usable', faults: { totalColumns: 1 } })
    expect(judgeTables(truth, [difference])).toMatchObject({ verdict: 'usable', faults: { derived: 2 } })
  })

  test('is wrong where a figure is lost, doubled or invented', () => {
    const lost = table(LONG, LONG_ROWS.slice(1))
    const doubled = table(LONG, [...LONG_ROWS, ['東京', '2026-04', 110]])
    const invented = table(LONG, [...LONG_ROWS, ['東京', '2026-06', 999]])

    expect(judgeTables(truthOf(SALES), [lost])).toMatchObject({ verdict: 'wrong', faults: { lost: 1 } })
    expect(judgeTables(truthOf(SALES), [doubled])).toMatchObject({ verdict: 'wrong', faults: { doubled: 1 } })
    expect(judgeTables(truthOf(SALES), [invented])).toMatchObject({ verdict: 'wrong', faults: { invented: 1 } })
  })

  test('is wrong where a figure stands under another name', () => {
    const swapped = table(
      LONG,
      LONG_ROWS.map(([branch, , value], n) => [branch, n % 2 === 0 ? '2026-05' : '2026-04', value]),
    )

    expect(judgeTables(truthOf(SALES), [swapped])).toMatchObject({ verdict: 'wrong', faults: { lost: 4 } })
  })

  test('keeps totals in a table of computed items', () => {
    const computed = table(LONG, [['合計', '2026-04', 208]], { kind: 'computed' })

    expect(judgeTables(truthOf(SALES), [table(LONG, LONG_ROWS), computed])).toMatchObject({ verdict: 'right' })
  })
})

describe('a list', () => {
  test('is right whatever joins the parts of a name', () => {
    const made = table({ 番号: 'text', 氏名: 'text', 備考: 'text', '支給 / 基本給': 'number' }, PEOPLE.rows)

    expect(judgeTables(truthOf(PEOPLE), [made])).toMatchObject({ verdict: 'right', isAsMeant: true })
  })

  test('is wrong where codes lose their zeros', () => {
    const made = table(
      PAY,
      PEOPLE.rows.map(([code, ...rest]) => [Number(code), ...rest]),
    )

    expect(judgeTables(truthOf(PEOPLE), [made])).toMatchObject({ verdict: 'wrong', faults: { lost: 3 } })
  })

  test('is wrong where a label is filled in, and where its total is a record', () => {
    const filled = table(
      PAY,
      PEOPLE.rows.map(([code = null, name = null, , pay = null]) => [code, name, '時短', pay]),
    )
    const total = table(PAY, [...PEOPLE.rows, [null, '合計', null, 802]])

    expect(judgeTables(truthOf(PEOPLE), [filled])).toMatchObject({ verdict: 'wrong', faults: { filled: 2 } })
    expect(judgeTables(truthOf(PEOPLE), [total])).toMatchObject({ verdict: 'wrong', faults: { totalsAmong: 1 } })
  })

  test('is usable with a row of words too many, figures as texts, or names that are lost', () => {
    const extra = table(PAY, [['※ 速報', null, null, null], ...PEOPLE.rows])
    const untyped = table({ ...PAY, 支給_基本給: 'text' }, PEOPLE.rows)
    const unnamed = table({ a: 'text', b: 'text', c: 'text', 支給_基本給: 'number' }, PEOPLE.rows)

    expect(judgeTables(truthOf(PEOPLE), [extra])).toMatchObject({ verdict: 'usable', faults: { extraRows: 1 } })
    expect(judgeTables(truthOf(PEOPLE), [untyped])).toMatchObject({ verdict: 'usable', faults: { untyped: 1 } })
    expect(judgeTables(truthOf(PEOPLE), [unnamed])).toMatchObject({ verdict: 'usable', faults: { unnamed: 3 } })
  })
})

describe('a page', () => {
  test('is wrong where two tables are one', () => {
    const other: TrueTable = {
      ...PEOPLE,
      id: 'other',
      totals: [],
      rows: [
        ['X1', '林', '-', 11],
        ['X2', '森', '-', 22],
        ['X3', '原', '-', 33],
      ],
    }
    const names = Object.fromEntries(Object.entries(PAY).map(([name, kind]) => [`${name} 右`, kind]))
    const glued = table(
      { ...PAY, ...names },
      PEOPLE.rows.map((row, n) => [...row, ...(other.rows[n] ?? [])]),
    )

    expect(judgeTables(truthOf(PEOPLE, other), [glued])).toMatchObject({ verdict: 'wrong', faults: { glued: 3 } })
  })

  test('without a table has none', () => {
    const silly = table({ a: 'text', b: 'text' }, [['x', 'y']])

    expect(judgeTables(truthOf(), [silly])).toMatchObject({ verdict: 'wrong', faults: { silly: 1 } })
    expect(judgeTables(truthOf(), [])).toMatchObject({ verdict: 'right' })
  })

  test('has the fields of its form as pairs, or at least their values', () => {
    const truth: Truth = {
      language: 'ja',
      tables: [],
      fields: [
        { name: '作成日', value: '2026-04-01' },
        { name: '部署', value: '総務部' },
      ],
    }
    const notes = (content: string) => table({ 内容: 'text' }, [[content]], { kind: 'notes' })

    expect(judgeTables(truth, [notes('作成日=2026-04-01; 部署=総務部')])).toMatchObject({ verdict: 'right' })
    expect(judgeTables(truth, [notes('2026-04-01; 総務部')])).toMatchObject({
      verdict: 'usable',
      faults: { scattered: 2 },
    })
    expect(judgeTables(truth, [notes('作成日=2026-04-01')])).toMatchObject({ verdict: 'wrong', faults: { lost: 1 } })
  })
})

test('what every shape says is right in tables made of it, and wrong once a row is gone', () => {
  for (const [n, shape] of SHAPES.entries()) {
    const { truth } = generateSheet(n)
    const perfect = truth.tables.map((one) => asTable(one))
    const fields = table(
      { 名前: 'text', 値: 'text' },
      truth.fields.map(({ name, value }) => [name, value]),
      { kind: 'notes' },
    )
    expect({ shape, ...judgeTables(truth, [...perfect, fields]) }).toMatchObject({
      shape,
      verdict: 'right',
      isAsMeant: true,
    })
    if (truth.tables.length === 0) continue
    const cut = perfect.map((one) => ({ ...one, rows: one.rows.slice(Math.ceil(one.rows.length / 10)) }))
    expect({ shape, ...judgeTables(truth, [...cut, fields]) }).toMatchObject({ shape, verdict: 'wrong' })
  }
})

/** The relation of a truth as a table: each figure with its labels beside it where it has more than a name. */
function asTable(truth: TrueTable): MadeTable {
  const isNumber = (column: number) => truth.rows.some((row) => typeof row[column] === 'number')
  const columns = truth.columns.map(({ name, isMeasure }, n) => ({
    name: name ?? `column ${n}`,
    type: isMeasure && isNumber(n) ? 'DOUBLE' : 'VARCHAR',
    format: null,
  }))
  const rows = truth.rows.map((row) =>
    row.map((value) => ({ text: value === null ? null : String(value), from: null })),
  )
  expect(leafFacts(truth).length).toBeGreaterThanOrEqual(truth.rows.length)
  return { name: truth.id, kind: 'list', regionId: 'r1', columns, rows }
}
