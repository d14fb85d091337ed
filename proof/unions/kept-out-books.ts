import { createRandom, type Random } from '../structuring-invariants/random.ts'
import type { Book, BookSheet, Rows, UnionSheet, Value } from './book.ts'

/**
 * Shapes that were written after the last change of the rules, and that no rule was changed for. What they score says what to
 * expect of other files. Two sets were kept out before: their first runs gave 64 of 70 and 69 of 70 books with the right sheets
 * united, and 8 of 70 each with sheets united that should not have been. Rules were changed after each of them.
 */

const from = (list: string) => list.split(' ')

type Column = readonly [name: string, value: (random: Random, n: number) => Value]
type Subjects = readonly (readonly Column[])[]

const day = (random: Random) =>
  `2022-${String(random.whole(1, 12)).padStart(2, '0')}-${String(random.whole(1, 28)).padStart(2, '0')}`
const words = (list: string) => (random: Random) => random.one(from(list))
const partly =
  (value: Column[1]): Column[1] =>
  (random, n) =>
    random.chance(0.6) ? value(random, n) : null

const EN: Subjects = [
  [
    ['Sample', (random) => `S-${random.whole(1000, 9999)}`],
    ['Taken', day],
    ['Lab', words('blue red white')],
    ['pH', (random) => random.whole(40, 90) / 10],
    ['Turbidity', (random) => random.whole(1, 500) / 10],
    ['Comment', partly(words('clear cloudy repeat'))],
  ],
  [
    ['Shift', words('early late night')],
    ['Worker', words('Abel Cora Finn Greta Hugo')],
    ['Start date', day],
    ['Pieces', (random) => random.whole(100, 999)],
    ['Rejects', (random) => random.whole(0, 30)],
  ],
  [
    ['Account', words('4000 4100 4200 5000')],
    ['Text', words('paper power water post travel')],
    ['Posted', day],
    ['Debit', (random) => random.whole(100, 90_000) / 100],
  ],
]

const JA: Subjects = [
  [
    ['予約日', day],
    ['部屋', words('会議室A 会議室B 応接室')],
    ['利用者', words('企画課 広報課 人事課')],
    ['人数', (random) => random.whole(2, 40)],
    ['備考', partly(words('要機材 要飲料 変更あり'))],
  ],
  [
    ['伝票', (random) => `${random.whole(10_000, 99_999)}番`],
    ['納品日', day],
    ['品目', words('砂 砂利 鉄筋 木材')],
    ['数量', (random) => random.whole(1, 300)],
    ['単価', (random) => random.whole(100, 9000)],
  ],
  [
    ['園児', words('あおい ひなた みなと ゆい はると')],
    ['測定日', day],
    ['身長', (random) => random.whole(900, 1200) / 10],
    ['体重', (random) => random.whole(120, 250) / 10],
  ],
]

const SPLITS: readonly { kind: string; subjects: Subjects; names: readonly string[] }[] = [
  { kind: 'month', subjects: JA, names: from('2022.4 2022.5 2022.6') },
  { kind: 'month', subjects: JA, names: from('10月 11月 12月 1月') },
  { kind: 'month', subjects: JA, names: from('R4年度 R5年度') },
  { kind: 'month', subjects: JA, names: from('4月予約 5月予約 6月予約') },
  { kind: 'month', subjects: JA, names: from('第1四半期 第2四半期 第3四半期') },
  { kind: 'month', subjects: EN, names: from('April May June') },
  { kind: 'month', subjects: EN, names: ['Week 14', 'Week 15', 'Week 16'] },
  { kind: 'month', subjects: EN, names: ['Q1 2022', 'Q2 2022', 'Q3 2022'] },
  { kind: 'month', subjects: EN, names: from('2022_01 2022_02 2022_03') },
  { kind: 'month', subjects: EN, names: from('janvier février mars') },
  { kind: 'branch', subjects: JA, names: from('本社 関西支社 九州支社') },
  { kind: 'branch', subjects: JA, names: from('第1会場 第2会場 第3会場') },
  { kind: 'branch', subjects: JA, names: from('ひまわり組 さくら組 すみれ組') },
  { kind: 'branch', subjects: JA, names: from('千葉 埼玉 群馬') },
  { kind: 'branch', subjects: EN, names: ['Plant 1', 'Plant 2', 'Plant 3'] },
  { kind: 'branch', subjects: EN, names: ['Team Red', 'Team Blue', 'Team Green'] },
  { kind: 'branch', subjects: EN, names: from('Lisbon Oslo Vienna') },
  { kind: 'branch', subjects: EN, names: ['Data_A1', 'Data_B2', 'Data_C3'] },
  { kind: 'name', subjects: JA, names: from('小川 長谷川 村田') },
  { kind: 'name', subjects: EN, names: from('Emma Noah Olivia') },
  { kind: 'name', subjects: EN, names: ['Taylor, S.', 'Moore, J.', 'Hall, K.'] },
]

export function keptOutSplit(seed: number): Book {
  const random = createRandom(seed * 69_621 + 17)
  const split = SPLITS[seed % SPLITS.length]
  if (!split) throw new Error('impossible: there is no way to split')
  const columns = random.one(split.subjects)
  const names = split.names.slice(0, random.whole(split.kind === 'name' ? 3 : 2, split.names.length))
  const parts = names.map((name) => partOf(random, name, columns))
  const index: BookSheet[] = random.chance(0.2)
    ? [{ name: 'Index', rows: [['Sheet', 'Rows'], ...parts.map(({ union }) => [union.sheet, union.records.length])] }]
    : []
  return {
    kind: `kept out: ${split.kind}`,
    filename: 'kept.xlsx',
    sheets: [...index, ...parts.map(({ sheet }) => sheet)],
    union: parts.map(({ union }) => union),
  }
}

function partOf(random: Random, name: string, columns: readonly Column[]): { sheet: BookSheet; union: UnionSheet } {
  const own = changed(random, columns)
  const data = Array.from({ length: random.whole(3, 22) }, (_, n) => own.map(([, value]) => value(random, n)))
  const above: Rows = random.one<Rows>([[], [], [[name], []], [['Internal'], [name], []]])
  const below: Rows = random.chance(0.15) ? [[], ['Checked by the office.']] : []
  return {
    sheet: { name, rows: [...above, own.map(([column]) => column), ...data, ...below] },
    union: {
      sheet: name,
      records: data.map((row) => Object.fromEntries(own.map(([column], n) => [column, row[n] ?? null]))),
    },
  }
}

function changed(random: Random, columns: readonly Column[]): Column[] {
  const own = random.chance(0.25) ? [...columns].reverse() : [...columns]
  if (random.chance(0.2)) own.splice(random.whole(1, own.length - 1), 1)
  if (random.chance(0.2)) own.push(['Ref', (_, n) => `x${n + 1}`])
  return own
}

type Shape = { kind: string; make: (random: Random) => BookSheet[] }

const APART: readonly Shape[] = [
  { kind: 'sides', make: (random) => alike(random, ['Home', 'Away'], ['Played', 'Opponent', 'Venue', 'Goals']) },
  {
    kind: 'stages',
    make: (random) => alike(random, ['Draft', 'Approved', 'Rejected'], ['Sent', 'Author', 'Topic', 'Pages']),
  },
  { kind: 'books', make: (random) => alike(random, ['売掛帳', '買掛帳'], ['日付', '相手先', '摘要', '残高']) },
  { kind: 'things', make: (random) => alike(random, ['車両', '機材', '什器'], ['取得日', '名称', '区分', '簿価']) },
  { kind: 'activities', make: (random) => alike(random, ['Hiring', 'Training'], ['Month', 'Team', 'Topic', 'People']) },
  { kind: 'settings', make: settings },
  { kind: 'copies', make: copies },
  { kind: 'share of a list', make: excerpt },
  { kind: 'by month and by kind', make: twoSummaries },
]

export function keptOutApart(seed: number): Book {
  const random = createRandom(seed * 40_692 + 41)
  const shape = APART[seed % APART.length]
  if (!shape) throw new Error('impossible: there is no shape')
  return { kind: `kept out: ${shape.kind}`, filename: 'others.xlsx', sheets: shape.make(random), union: null }
}

function alike(random: Random, names: readonly string[], header: readonly string[]): BookSheet[] {
  const isJa = /\p{Script=Han}/u.test(header.join(''))
  const [who, what] = isJa
    ? [from('東邦 西武 南海 北斗'), from('松 竹 梅')]
    : [from('Ajax Bolton Celtic Derby'), from('alpha beta gamma')]
  return names.map((name) => ({
    name,
    rows: [
      [...header],
      ...Array.from({ length: random.whole(5, 15) }, () => [
        day(random),
        random.one(who),
        random.one(what),
        random.whole(1, 500),
      ]),
    ],
  }))
}

function settings(random: Random): BookSheet[] {
  return from('Printer Scanner Camera').map((name) => ({
    name,
    rows: [['Option', 'Setting'], ...from('mode speed colour').map((option) => [option, random.whole(1, 9)])],
  }))
}

function copies(random: Random): BookSheet[] {
  const header = from('Pupil Class Mark')
  const rows = Array.from({ length: random.whole(10, 20) }, (_, n) => [
    `pupil ${n}`,
    random.one(from('a b')),
    random.whole(1, 6),
  ])
  return [
    { name: 'Marks', rows: [header, ...rows] },
    {
      name: 'Marks checked',
      rows: [header, ...rows.map((row, n) => (n < 2 ? [row[0] ?? null, row[1] ?? null, 6] : row))],
    },
  ]
}

/** All members, and those who have not paid. */
function excerpt(random: Random): BookSheet[] {
  const header = ['会員', '入会日', '会費']
  const rows = Array.from({ length: random.whole(10, 20) }, (_, n) => [
    `会員${n}`,
    day(random),
    random.whole(1, 9) * 1000,
  ])
  return [
    { name: '全会員', rows: [header, ...rows] },
    { name: '未納', rows: [header, ...rows.filter((_, n) => n % 4 === 0)] },
  ]
}

/** One set of entries, added up by one thing and by another. */
function twoSummaries(random: Random): BookSheet[] {
  const entries = Array.from(
    { length: 30 },
    () =>
      [random.one(from('spring summer autumn')), random.one(from('tea coffee milk')), random.whole(10, 99)] as const,
  )
  const by = (place: 0 | 1, names: readonly string[]): Rows =>
    names.map((name) => {
      const own = entries.filter((entry) => entry[place] === name)
      return [name, own.length, own.reduce((sum, entry) => sum + entry[2], 0)]
    })
  return [
    { name: 'By season', rows: [['Name', 'Entries', 'Amount'], ...by(0, from('spring summer autumn'))] },
    { name: 'By drink', rows: [['Name', 'Entries', 'Amount'], ...by(1, from('tea coffee milk'))] },
  ]
}
