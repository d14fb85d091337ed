/** Tables as people have them, clean or with one fault planted, always the same for a number. */

export type Row = Record<string, unknown>
export type Column = { name: string; type: string }
export type MadeTable = { name: string; columns: Column[]; rows: Row[] }

/** Numbers from 0 to 1 that look like chance and come again in every run. */
export function chance(seed: number) {
  let state = (seed * 2_654_435_761) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let x = Math.imul(state ^ (state >>> 15), 1 | state)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Chance = () => number
const pick = <T>(of: readonly T[], random: Chance): T => {
  const one = of[Math.floor(random() * of.length)]
  if (one === undefined) throw new Error('impossible: nothing to pick')
  return one
}
const whole = (low: number, high: number, random: Chance) => low + Math.floor(random() * (high - low + 1))
/** Amounts of money spread over powers of ten. */
const money = (random: Chance) => Math.round(10 ** (2 + 1.2 * (random() + random() + random() - 0.5)))
const day = (random: Chance) =>
  `20${whole(20, 25, random)}-${String(whole(1, 12, random)).padStart(2, '0')}-${String(whole(1, 28, random)).padStart(2, '0')}`

const CITIES = ['東京', '大阪', '名古屋', '札幌', '福岡', '仙台', 'Kyoto', 'Kobe']
const PEOPLE = ['佐藤', '鈴木', '高橋', 'Tanaka', 'Watanabe', '伊藤', 'Yamamoto', '中村']
const GOODS = ['Pen', 'Notebook', '封筒', '付箋', 'Stapler', 'クリップ', 'Folder', 'インク']
const STATES = ['open', 'closed', 'shipped', 'returned']

const KINDS: readonly ((n: number, random: Chance, rows: number) => Omit<MadeTable, 'name'>)[] = [
  (n, random, rows) => ({
    columns: [
      { name: 'order_id', type: 'VARCHAR' },
      { name: 'ordered_on', type: 'DATE' },
      { name: 'city', type: 'VARCHAR' },
      { name: 'goods', type: 'VARCHAR' },
      { name: 'amount', type: 'INTEGER' },
      { name: 'state', type: 'VARCHAR' },
      { name: 'note', type: 'VARCHAR' },
    ],
    rows: Array.from({ length: rows }, (_, k) => ({
      order_id: `O${n}-${1000 + k}`,
      ordered_on: day(random),
      city: pick(CITIES, random),
      goods: pick(GOODS, random),
      amount: money(random),
      state: pick(STATES, random),
      note: random() < 0.2 ? `call ${pick(PEOPLE, random)} ${k}` : null,
    })),
  }),
  (n, random, rows) => ({
    columns: [
      { name: '社員番号', type: 'INTEGER' },
      { name: '氏名', type: 'VARCHAR' },
      { name: '入社日', type: 'DATE' },
      { name: '部門', type: 'VARCHAR' },
      { name: '基本給', type: 'INTEGER' },
      { name: '勤務地', type: 'VARCHAR' },
    ],
    rows: Array.from({ length: rows }, (_, k) => ({
      社員番号: 10_000 * (n % 7) + 10_001 + k,
      氏名: `${pick(PEOPLE, random)} ${pick(['一郎', '花子', '健', '美咲', '翔'], random)}${k}`,
      入社日: day(random),
      部門: pick(['営業', '経理', '開発', '人事'], random),
      基本給: whole(200, 620, random) * 1_000,
      勤務地: pick(CITIES, random),
    })),
  }),
  (n, random, rows) => ({
    columns: [
      { name: 'sku', type: 'VARCHAR' },
      { name: 'name', type: 'VARCHAR' },
      { name: 'weight', type: 'DOUBLE' },
      { name: 'stock', type: 'INTEGER' },
      { name: 'counted_at', type: 'TIMESTAMP' },
      { name: 'shelf', type: 'VARCHAR' },
    ],
    rows: Array.from({ length: rows }, (_, k) => ({
      sku: `S-${n}-${k * 3 + 7}`,
      name: `${pick(GOODS, random)} ${k}`,
      weight: Math.round((5 + 3 * (random() + random() + random())) * 100) / 100,
      stock: whole(0, 500, random),
      counted_at: `${day(random)} 1${whole(0, 9, random)}:30:00`,
      shelf: `${pick(['A', 'B', 'C', 'D'], random)}-${whole(1, 40, random)}`,
    })),
  }),
]

export function cleanTable(n: number): MadeTable {
  const random = chance(n + 1)
  const make = KINDS[n % KINDS.length]
  if (!make) throw new Error('impossible: no kind')
  return { name: `t${n}`, ...make(n, random, 60 + (n % 5) * 60) }
}
