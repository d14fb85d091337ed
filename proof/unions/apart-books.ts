import { createRandom, type Random } from '../structuring-invariants/random.ts'
import type { Book, BookSheet, Rows, Value } from './book.ts'
import { type Language, SUBJECTS } from './subjects.ts'

const from = (list: string) => list.split(' ')

type Shape = { kind: string; make: (random: Random) => BookSheet[] }

/** Workbooks of several tables that have the same columns, or nearly, and are not one. */
export const APART: readonly Shape[] = [
  { kind: 'names and values', make: namesAndValues },
  { kind: 'lists of things', make: listsOfThings },
  { kind: 'editions', make: editions },
  { kind: 'details and summary', make: detailsAndSummary },
  { kind: 'opposites', make: opposites },
  { kind: 'code tables', make: codeTables },
  { kind: 'numbered tables', make: numberedTables },
  { kind: 'sheets without names', make: unnamedSheets },
  { kind: 'measures', make: measures },
]

export function apartBook(seed: number, shapes: readonly Shape[] = APART): Book {
  const random = createRandom(seed * 104_729 + 7)
  const shape = shapes[seed % shapes.length]
  if (!shape) throw new Error('impossible: there is no shape')
  return { kind: shape.kind, filename: 'book.xlsx', sheets: shape.make(random), union: null }
}

const rowsOf = (count: number, row: (n: number) => Value[]): Rows => Array.from({ length: count }, (_, n) => row(n))

function namesAndValues(random: Random): BookSheet[] {
  const [header, books] = random.one<[string[], Record<string, string[]>]>([
    [
      ['name', 'value'],
      { Limits: from('depth width height age'), Prices: from('pen ink pad clip'), Rates: from('vat duty fee') },
    ],
    [['項目', '値'], { 設定: from('期首 端数 締日'), 換算: from('ドル ユーロ ポンド'), 上限: from('申請 出張 購買') }],
  ])
  return Object.entries(books)
    .slice(0, random.whole(2, 3))
    .map(([name, items]) => ({ name, rows: [header, ...items.map((item) => [item, random.whole(1, 900)])] }))
}

function listsOfThings(random: Random): BookSheet[] {
  const isJa = random.chance(0.5)
  const header = isJa ? ['コード', '名称', '電話', '都道府県'] : ['Code', 'Name', 'Phone', 'City']
  const things: readonly [string, string][] = isJa
    ? [
        ['得意先', 'T'],
        ['仕入先', 'S'],
        ['外注先', 'G'],
      ]
    : [
        ['Customers', 'C'],
        ['Suppliers', 'S'],
        ['Carriers', 'X'],
      ]
  const places = isJa ? from('東京 大阪 愛知') : from('Leeds York Hull')
  return things.slice(0, random.whole(2, 3)).map(([name, letter]) => ({
    name,
    rows: [
      header,
      ...rowsOf(random.whole(4, 12), (n) => [
        `${letter}${String(n + 1).padStart(3, '0')}`,
        `${name} ${random.whole(1, 999)}`,
        `0${random.whole(1, 9)}-${random.whole(1000, 9999)}-${random.whole(1000, 9999)}`,
        random.one(places),
      ]),
    ],
  }))
}

/** A list, and the same list some time before. */
function editions(random: Random): BookSheet[] {
  const language: Language = random.chance(0.5) ? 'ja' : 'en'
  const { columns } = random.one(SUBJECTS[language])
  const data = rowsOf(random.whole(8, 16), (n) => columns.map(({ value }) => value(random, n)))
  const older = data.slice(0, data.length - random.whole(1, 3))
  const header = columns.map(({ name }) => name)
  const [now, before] = random.one(
    language === 'ja'
      ? [
          ['一覧', '一覧_旧'],
          ['最新', '前回'],
          ['在庫', '在庫 (2)'],
          ['確定版', '下書き'],
        ]
      : [
          ['List', 'List_old'],
          ['Current', 'Previous'],
          ['Stock', 'Stock (2)'],
          ['Final', 'Draft v1'],
        ],
  )
  return [
    { name: now ?? '', rows: [header, ...data] },
    { name: before ?? '', rows: [header, ...older] },
  ]
}

/** Every entry, and under the same names what they add up to for each kind. */
function detailsAndSummary(random: Random): BookSheet[] {
  const isJa = random.chance(0.5)
  const header = isJa ? ['費目', '件数', '金額'] : ['Account', 'Items', 'Amount']
  const kinds = isJa ? from('交通費 会議費 通信費') : from('travel meals post')
  const data = rowsOf(random.whole(9, 20), () => [random.one(kinds), random.whole(1, 5), random.whole(100, 9999)])
  const sums = kinds.map((kind) => {
    const own = data.filter(([name]) => name === kind)
    const sum = (place: number) => own.reduce((total, row) => total + Number(row[place]), 0)
    return [kind, sum(1), sum(2)]
  })
  return [
    { name: isJa ? '内訳' : 'Entries', rows: [header, ...data] },
    { name: isJa ? '費目別' : 'By account', rows: [header, ...sums] },
  ]
}

function opposites(random: Random): BookSheet[] {
  const [pair, header, items] = random.one<[string[], string[], string[]]>([
    [from('入庫 出庫'), from('日付 品名 数量'), from('ねじ 釘 板')],
    [from('収入 支出'), from('日付 摘要 金額'), from('会費 寄付 家賃 文具')],
    [from('予算 実績'), from('科目 部門 金額'), from('売上高 人件費 広告費')],
    [from('Income Expenses'), from('Date Item Amount'), from('rent fees gifts paper')],
    [from('Budget Actual'), from('Account Department Amount'), from('wages travel rent')],
  ])
  return pair.map((name) => ({
    name,
    rows: [
      header,
      ...rowsOf(random.whole(4, 12), (n) => [
        header[1] === '部門' || header[1] === 'Department'
          ? (items[n % items.length] ?? '')
          : `2025-04-${String(n + 1).padStart(2, '0')}`,
        header[1] === '部門' || header[1] === 'Department' ? random.one(['A', 'B', 'C']) : random.one(items),
        random.whole(1, 9000),
      ]),
    ],
  }))
}

function codeTables(random: Random): BookSheet[] {
  const isJa = random.chance(0.5)
  const header = isJa ? ['コード', '名称', '備考'] : ['Code', 'Name', 'Note']
  const tables: readonly [string, string, string[]][] = isJa
    ? [
        ['部署', 'B', from('総務 営業 開発')],
        ['科目', 'K', from('売上 仕入 租税')],
        ['通貨', 'T', from('円 ドル 元')],
      ]
    : [
        ['Accounts', 'A', from('sales rent wages')],
        ['Currencies', 'C', from('yen dollar euro')],
        ['Countries', 'L', from('Japan Spain Peru')],
      ]
  return tables.slice(0, random.whole(2, 3)).map(([name, letter, names]) => ({
    name,
    rows: [
      header,
      ...names.map((one, n) => [`${letter}${n + 1}${random.whole(0, 9)}`, one, random.chance(0.3) ? 'x' : null]),
    ],
  }))
}

function numberedTables(random: Random): BookSheet[] {
  const isJa = random.chance(0.5)
  const header = isJa ? ['区分', '値'] : ['Group', 'Value']
  const groups = isJa
    ? [from('男 女'), from('甲 乙 丙'), from('朝 昼 夜')]
    : [from('men women'), from('red blue green'), from('dawn noon dusk')]
  return groups.map((names, n) => ({
    name: isJa ? `表${n + 1}` : `Table ${n + 1}`,
    rows: [header, ...names.map((name) => [name, random.whole(100, 900)])],
  }))
}

function unnamedSheets(random: Random): BookSheet[] {
  const first: BookSheet = {
    name: 'Sheet1',
    rows: [
      from('id name price'),
      ...rowsOf(random.whole(4, 10), (n) => [n + 1, `pen ${random.whole(1, 99)}`, random.whole(100, 900)]),
    ],
  }
  const second: BookSheet = {
    name: 'Sheet2',
    rows: [
      from('id name salary'),
      ...rowsOf(random.whole(4, 10), (n) => [n + 1, `Mr ${random.whole(1, 99)}`, random.whole(2000, 9000)]),
    ],
  }
  return [first, second]
}

/** The same places in each, and other things that are counted. */
function measures(random: Random): BookSheet[] {
  const isJa = random.chance(0.5)
  const places = isJa ? from('青葉町 若草町 桜町 緑町 港町') : from('Alton Birch Cove Dale Elm')
  const header = isJa ? from('町名 令和4年 令和5年') : ['Town', 'First', 'Second']
  const names = isJa ? from('人口 面積 予算額') : from('Population Area Spending')
  return names.map((name, n) => ({
    name,
    rows: [
      header,
      ...places.map((place) => [place, random.whole(2, 9) * 100 ** (3 - n), random.whole(2, 9) * 100 ** (3 - n)]),
    ],
  }))
}
