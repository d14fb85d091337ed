import { createRandom, type Random } from '../structuring-invariants/random.ts'
import type { Book, BookSheet, Rows, UnionSheet, Value } from './book.ts'

/**
 * Shapes that were kept out at first. Their first run gave 64 of 70 united right and 8 of 70 united that should not have been;
 * two rules were changed for them since, so that they say no more about other files than those of the first set.
 */

const from = (list: string) => list.split(' ')

type Column = readonly [name: string, value: (random: Random, n: number) => Value]

const day = (random: Random) =>
  `2024-${String(random.whole(1, 12)).padStart(2, '0')}-${String(random.whole(1, 28)).padStart(2, '0')}`
const words = (list: string) => (random: Random) => random.one(from(list))
const seldom =
  (value: Column[1]): Column[1] =>
  (random, n) =>
    random.chance(0.15) ? null : value(random, n)

const EN: readonly (readonly Column[])[] = [
  [
    ['Ticket', (random) => `T${random.whole(10_000, 99_999)}`],
    ['Opened', day],
    ['Priority', words('low normal high')],
    ['Topic', words('login billing printer network mail')],
    ['Minutes', (random) => random.whole(5, 400)],
  ],
  [
    ['Station', words('Alton Birch Cove Dale')],
    ['Reading date', day],
    ['Rain mm', (random) => random.whole(0, 400) / 10],
    ['Wind', seldom((random) => random.whole(0, 90) / 2)],
  ],
  [
    ['Member no', (random) => random.whole(1000, 9999)],
    [
      'Member',
      (random) => `${random.one(from('Ida Jon Kai Lea Max Nia'))} ${random.one(from('Frost Grant Hale Irwin'))}`,
    ],
    ['Plan', words('day month year')],
    ['Fee', (random) => random.whole(10, 300) + 0.5],
    ['Paid on', seldom(day)],
  ],
]

const JA: readonly (readonly Column[])[] = [
  [
    ['受付番号', (random) => `U${random.whole(1000, 9999)}`],
    ['受診日', day],
    ['診療科', words('内科 外科 眼科 小児科')],
    ['担当医', words('井上 木村 林 清水')],
    ['請求額', (random) => random.whole(100, 9000) * 10],
  ],
  [
    ['出席番号', (_, n) => n + 1],
    ['氏名', (random) => `${random.one(from('阿部 池田 橋本 山崎'))} ${random.one(from('翔 葵 蓮 凛'))}`],
    ['国語', (random) => random.whole(20, 100)],
    ['算数', (random) => random.whole(20, 100)],
    ['所見', seldom(words('良好 努力 要指導'))],
  ],
  [
    ['便名', words('第一便 第二便 第三便')],
    ['配送先', words('青山 白金 目黒 赤坂 三田')],
    ['個数', (random) => random.whole(1, 80)],
    ['重量', (random) => random.whole(10, 900) / 10],
  ],
]

const SPLITS: readonly { kind: string; subjects: typeof EN; names: readonly string[] }[] = [
  { kind: 'month', subjects: JA, names: from('1月分 2月分 3月分') },
  { kind: 'month', subjects: JA, names: from('令和5年度 令和6年度 令和7年度') },
  { kind: 'month', subjects: JA, names: from('月 火 水 木 金') },
  { kind: 'month', subjects: JA, names: from('記録4月 記録5月 記録6月') },
  { kind: 'month', subjects: JA, names: from('第1週 第2週 第3週') },
  { kind: 'month', subjects: EN, names: from('FY2022 FY2023 FY2024') },
  { kind: 'month', subjects: EN, names: from('Jan-24 Feb-24 Mar-24') },
  { kind: 'month', subjects: EN, names: from('Mon Tue Wed Thu') },
  { kind: 'month', subjects: EN, names: ['Log 2022', 'Log 2023', 'Log 2024'] },
  { kind: 'branch', subjects: JA, names: from('1組 2組 3組') },
  { kind: 'branch', subjects: JA, names: from('総務部 営業部 開発部') },
  { kind: 'branch', subjects: JA, names: from('北館 南館 別館') },
  { kind: 'branch', subjects: JA, names: from('盛岡 郡山 水戸') },
  { kind: 'branch', subjects: EN, names: ['Room 101', 'Room 102', 'Room 201'] },
  { kind: 'branch', subjects: EN, names: ['Line A', 'Line B', 'Line C'] },
  { kind: 'branch', subjects: EN, names: ['Kyoto office', 'Lyon office', 'Turin office'] },
  { kind: 'branch', subjects: EN, names: from('Ohio Utah Iowa') },
  { kind: 'name', subjects: JA, names: from('山田太郎 佐々木花子 小林一郎') },
  { kind: 'name', subjects: JA, names: from('森さん 原さん 関さん') },
  { kind: 'name', subjects: EN, names: ['Mr Adams', 'Ms Baker', 'Mr Clark'] },
  { kind: 'name', subjects: EN, names: from('Priya Tomas Yuki Zoe') },
]

export function moreSplit(seed: number): Book {
  const random = createRandom(seed * 31_337 + 5)
  const split = SPLITS[seed % SPLITS.length]
  if (!split) throw new Error('impossible: there is no way to split')
  const columns = random.one(split.subjects)
  const names = split.names.slice(0, random.whole(split.kind === 'name' ? 3 : 2, split.names.length))
  const margin = random.chance(0.25) ? [null] : []
  const parts = names.map((name) => {
    const own = variant(random, columns)
    const data = Array.from({ length: random.whole(4, 18) }, (_, n) => own.map(([, value]) => value(random, n)))
    const head: Rows = random.chance(0.35) ? [[`${name}: ${own[0]?.[0]}`], [`${random.whole(1, 9)} / 2024`], []] : []
    const rows = [...head, own.map(([column]) => column), ...data].map((row) =>
      row.length > 0 ? [...margin, ...row] : row,
    )
    const records = data.map((row) => Object.fromEntries(own.map(([column], n) => [column, row[n] ?? null])))
    return { sheet: { name, rows }, union: { sheet: name, records } satisfies UnionSheet }
  })
  return {
    kind: `${split.kind}`,
    filename: 'parts.xlsx',
    sheets: parts.map(({ sheet }) => sheet),
    union: parts.map(({ union }) => union),
  }
}

/** A column less, two that changed places, or one more. */
function variant(random: Random, columns: readonly Column[]): Column[] {
  const own = [...columns]
  if (random.chance(0.2)) own.splice(random.whole(1, own.length - 1), 1)
  if (random.chance(0.3)) own.push(own.splice(1, 1)[0] ?? ['x', () => null])
  if (random.chance(0.2)) own.push(['ID2', (_, n) => `k${n}`])
  return own
}

type Shape = { kind: string; make: (random: Random) => BookSheet[] }

const APART: readonly Shape[] = [
  {
    kind: 'orders and returns',
    make: (random) => pair(random, ['Orders', 'Returns'], ['Date', 'Customer', 'Product', 'Pieces']),
  },
  {
    kind: 'before and after',
    make: (random) => pair(random, ['Before', 'After'], ['Date', 'Person', 'Test', 'Score']),
  },
  {
    kind: 'members and leavers',
    make: (random) => pair(random, ['会員名簿', '退会者名簿'], ['登録日', '氏名', '区分', '年会費']),
  },
  {
    kind: 'people of two kinds',
    make: (random) => pair(random, ['Teachers', 'Pupils'], ['Joined', 'Name', 'Class', 'Locker']),
  },
  { kind: 'wins and losses', make: (random) => pair(random, ['勝ち', '負け'], ['日付', '相手', '会場', '点差']) },
  { kind: 'snapshots', make: snapshots },
  { kind: 'other units', make: otherUnits },
  { kind: 'master and stock', make: masterAndStock },
  { kind: 'small legends', make: legends },
]

export function moreApart(seed: number): Book {
  const random = createRandom(seed * 65_537 + 3)
  const shape = APART[seed % APART.length]
  if (!shape) throw new Error('impossible: there is no shape')
  return { kind: `${shape.kind}`, filename: 'several.xlsx', sheets: shape.make(random), union: null }
}

const table = (header: readonly string[], count: number, row: (n: number) => Value[]): Rows => [
  [...header],
  ...Array.from({ length: count }, (_, n) => row(n)),
]

function pair(random: Random, names: readonly string[], header: readonly string[]): BookSheet[] {
  const isJa = /\p{Script=Han}/u.test(header.join(''))
  const who = isJa ? from('青 赤 白 黒 緑') : from('Abe Bea Cyd Dot Eva')
  const what = isJa ? from('甲 乙 丙') : from('one two three')
  return names.map((name) => ({
    name,
    rows: table(header, random.whole(5, 14), () => [
      day(random),
      random.one(who),
      random.one(what),
      random.whole(1, 900),
    ]),
  }))
}

/** The same stock, counted twice: a few counts differ. */
function snapshots(random: Random): BookSheet[] {
  const first = Array.from(
    { length: random.whole(10, 20) },
    (_, n) => [`P${100 + n}`, random.one(from('bolt nut washer')), random.whole(1, 90)] as Value[],
  )
  const second = first.map(
    ([code, item, count]) => [code, item, random.chance(0.2) ? random.whole(1, 90) : count] as Value[],
  )
  const header = ['Part', 'Item', 'Count']
  return [
    { name: '2025-04-01', rows: [header, ...first] },
    { name: '2025-05-01', rows: [header, ...second] },
  ]
}

/** One branch counts in yen and the other in thousands of yen. */
function otherUnits(random: Random): BookSheet[] {
  const rows = (unit: string, scale: number): Rows => [
    ['売上実績', null, `単位：${unit}`],
    [],
    ...table(['品目', '上期', '下期'], random.whole(4, 8), (n) => [
      `品目${n + 1}`,
      random.whole(100, 900) * scale,
      random.whole(100, 900) * scale,
    ]),
  ]
  return [
    { name: '東京支店', rows: rows('円', 1000) },
    { name: '大阪支店', rows: rows('千円', 1) },
  ]
}

function masterAndStock(random: Random): BookSheet[] {
  const codes = Array.from(
    { length: random.whole(5, 10) },
    (_, n) => [`M${n + 10}`, random.one(from('lamp desk chair shelf'))] as const,
  )
  return [
    {
      name: 'Products',
      rows: [['Code', 'Name', 'Price'], ...codes.map(([code, name]) => [code, name, random.whole(10, 900)])],
    },
    {
      name: 'Stock',
      rows: [['Code', 'Name', 'Pieces'], ...codes.map(([code, name]) => [code, name, random.whole(0, 40)])],
    },
  ]
}

function legends(random: Random): BookSheet[] {
  const header = random.chance(0.5) ? ['記号', '意味'] : ['Mark', 'Meaning']
  return [
    {
      name: header[0] === 'Mark' ? 'Status' : '状態',
      rows: table(header, 3, (n) => [from('A B C')[n] ?? '', from('done open void')[n] ?? '']),
    },
    {
      name: header[0] === 'Mark' ? 'Grade' : '等級',
      rows: table(header, 3, (n) => [from('A B C')[n] ?? '', from('gold silver bronze')[n] ?? '']),
    },
  ]
}
