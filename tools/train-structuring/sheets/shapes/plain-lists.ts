import { ENGLISH_DECOYS } from '../fields/domains-en.ts'
import { JAPANESE_DECOYS } from '../fields/domains-ja.ts'
import { dressed, withTitle } from '../layout/around.ts'
import { blockOf, joined } from '../layout/block.ts'
import { listBlock } from '../layout/list-block.ts'
import { drawList, type ListColumn, type ListData } from '../layout/list-data.ts'
import { type Maker, mixed, some } from '../layout/maker.ts'
import type { TrueValue } from '../truth.ts'
import { type Shape, shape } from './shape.ts'

/** Lists in which every row is a record and every column a field. */
export const PLAIN_LISTS: readonly Shape[] = [
  shape('list', (maker) => dressed(maker, listBlock(maker, drawList(maker)))),
  shape('list-long', (maker) => dressed(maker, listBlock(maker, drawList(maker, { rows: [30, 60], hasDay: true })))),
  shape('list-of-names-and-figures', (maker) => dressed(maker, listBlock(maker, namesAndFigures(maker)))),
  shape('list-of-gaps', (maker) =>
    dressed(maker, listBlock(maker, lacking(maker, drawList(maker, { rows: [20, 70] })))),
  ),
  shape('list-of-texts', (maker) => {
    const data = drawList(maker, { measures: 0, dimensions: 2, hasRemarks: true })
    return dressed(maker, listBlock(maker, data))
  }),
  shape('list-units-behind-names', (maker) =>
    dressed(maker, listBlock(maker, drawList(maker, { measures: 3 }), { units: 'behind' })),
  ),
  shape('list-unit-row', (maker) =>
    dressed(maker, listBlock(maker, drawList(maker, { measures: 3 }), { units: 'row' })),
  ),
  shape('list-two-header-rows', (maker) =>
    dressed(maker, listBlock(maker, withGroups(maker, drawList(maker, { measures: 4, dimensions: 1 })))),
  ),
  shape('list-gaps-between-rows', (maker) => {
    const data = drawList(maker, { rows: [10, 24] })
    return dressed(maker, listBlock(maker, data, { gapEvery: maker.random.whole(3, 8) }))
  }),
  shape('list-header-on-each-page', (maker) => {
    const data = drawList(maker, { rows: [16, 40] })
    return dressed(maker, listBlock(maker, data, { headerEvery: maker.random.whole(7, 12) }))
  }),
  shape('list-sparse', (maker) => dressed(maker, listBlock(maker, sparse(maker, drawList(maker, { dimensions: 2 }))))),
  shape('list-with-errors', (maker) => {
    const absent = maker.isCsv ? 'n/a' : maker.random.one(['#DIV/0!', '#N/A', 'n/a', '-'])
    const faulty = { ...maker, absent, missing: 0.15 }
    return dressed(maker, listBlock(faulty, drawList(faulty, { measures: 3 })))
  }),
  shape('list-names-like-totals', (maker) =>
    dressed(maker, listBlock(maker, decoyed(maker, drawList(maker, { rows: [8, 20], measures: 2 })))),
  ),
  shape('list-products', (maker) => dressed(maker, listBlock(maker, products(maker)))),
  shape('list-sum-column', (maker) => dressed(maker, listBlock(maker, sumColumn(maker, 1)))),
  shape('list-nearly-sum-column', (maker) => dressed(maker, listBlock(maker, sumColumn(maker, 0.93)))),
  shape('list-years-as-values', (maker) => dressed(maker, listBlock(maker, withYears(maker)))),
  shape('list-months-as-values', (maker) => dressed(maker, listBlock(maker, withMonths(maker)))),
  shape('list-answers', (maker) => dressed(maker, listBlock(maker, answers(maker)))),
  shape('list-marks', (maker) => dressed(maker, listBlock(maker, marks(maker)))),
  shape('list-commas-in-texts', (maker) => dressed(maker, listBlock(maker, severalIn(maker)))),
  shape('list-repeated-names', (maker) =>
    dressed(maker, listBlock(maker, drawList(maker, { dimensions: 2, rows: [12, 30], key: 'code' }))),
  ),
  shape('list-legend-beside', (maker) => {
    const block = listBlock(maker, drawList(maker))
    const legend = maker.words.yes.map((value, row) => ({
      row: row + 1,
      column: block.width + 1,
      value: `${value}: ${maker.words.strays[row]}`,
    }))
    return withTitle(maker, { ...joined(block, blockOf(legend)), width: block.width })
  }),
  shape('list-ledger', (maker) => dressed(maker, listBlock(maker, ledger(maker)))),
]

/** One name for each record and nothing but figures beside it: the plainest list there is, and the likest to a cross table. */
function namesAndFigures(maker: Maker): ListData {
  const { random } = maker
  const key = random.one(['code', 'none'] as const)
  const rows = random.one([
    [3, 12],
    [12, 70],
  ] as const)
  const wish = { rows, key, hasDay: false, dimensions: 0, measures: random.whole(2, 6), hasRemarks: false }
  const { columns, rows: drawn } = drawList(maker, wish)
  if (key === 'none') return { columns, rows: drawn }
  const without = columns.findIndex(({ name }) => name === maker.domain.thing.name)
  return { columns: columns.toSpliced(without, 1), rows: drawn.map((row) => row.toSpliced(without, 1)) }
}

/** Any field of a record may be unknown, and nothing is meant by it. */
function lacking({ random }: Maker, { columns, rows }: ListData): ListData {
  const share = random.one([0.05, 0.1, 0.2])
  return { columns, rows: rows.map((row) => row.map((value, n) => (n > 0 && random.chance(share) ? null : value))) }
}

function withGroups({ random, language }: Maker, { columns, rows }: ListData): ListData {
  const [first, second] =
    language === 'ja'
      ? random.one([
          ['支給', '控除'],
          ['今回', '前回'],
          ['国内', '海外'],
        ])
      : random.one([
          ['Earnings', 'Deductions'],
          ['Current', 'Previous'],
          ['Plan', 'Result'],
        ])
  const measures = columns.flatMap(({ kind }, n) => (kind === 'measure' ? [n] : []))
  const half = Math.ceil(measures.length / 2)
  const groupOf = (n: number) => (measures.indexOf(n) < half ? first : second)
  return {
    rows,
    columns: columns.map((column, n) => (column.kind === 'measure' ? { ...column, group: groupOf(n) ?? '' } : column)),
  }
}

/** A label that is really missing in some records: nothing is to be filled in. */
function sparse({ random }: Maker, { columns, rows }: ListData): ListData {
  const place = columns.findLastIndex(({ kind }) => kind === 'label')
  const emptied = rows.map((row) => row.map((value, n) => (n === place && n > 0 && random.chance(0.45) ? null : value)))
  return { columns, rows: emptied }
}

function decoyed({ random, language, domain }: Maker, { columns, rows }: ListData): ListData {
  const place = columns.findIndex(({ name }) => name === domain.thing.name)
  const names = mixed(random, language === 'ja' ? JAPANESE_DECOYS : ENGLISH_DECOYS, 3)
  const at = new Map(names.map((name, n) => [Math.floor(((n + 1) * rows.length) / 4), name]))
  return { columns, rows: rows.map((row, n) => row.map((value, m) => (m === place ? (at.get(n) ?? value) : value))) }
}

/** Quantity, price and what they come to. */
function products(maker: Maker): ListData {
  const { random, language } = maker
  const { columns, rows } = drawList(maker, { measures: 0, hasRemarks: false })
  const names = language === 'ja' ? ['数量', '単価', '金額'] : ['Qty', 'Unit price', 'Amount']
  const added = names.map((name): ListColumn => ({ name, kind: 'measure' }))
  const figures = () => {
    const quantity = random.whole(1, 60)
    const price = random.whole(12, 4800)
    return [quantity, price, quantity * price]
  }
  return { columns: [...columns, ...added], rows: rows.map((row) => [...row, ...figures()]) }
}

/** A column that is the sum of those before it, in as many rows as said. */
function sumColumn(maker: Maker, share: number): ListData {
  const { random, language, words } = maker
  const { columns, rows } = drawList({ ...maker, missing: 0 }, { measures: 3, hasRemarks: false })
  const name = share === 1 ? random.one(words.totals) : language === 'ja' ? '請求額' : 'Billed'
  const sums = rows.map((row) => {
    const sum = row.reduce<number>(
      (one, value, n) => (columns[n]?.kind === 'measure' && typeof value === 'number' ? one + value : one),
      0,
    )
    return Number((random.chance(share) ? sum : sum + random.whole(1, 90)).toFixed(2))
  })
  const [measure] = columns.flatMap((column) => column.measure ?? []).sort((one, other) => other.digits - one.digits)
  return {
    columns: [...columns, { name, kind: 'measure', ...(measure ? { measure } : {}) }],
    rows: rows.map((row, n) => [...row, sums[n] ?? null]),
  }
}

const withYears = (maker: Maker) =>
  withColumn(maker, maker.language === 'ja' ? ['設立年', '製造年', '入社年'] : ['Founded', 'Model year', 'Built'], () =>
    maker.random.whole(1961, 2025),
  )

function withMonths(maker: Maker): ListData {
  const { random, language } = maker
  const months =
    language === 'ja' ? ['4月', '5月', '6月', '7月', '9月', '12月'] : ['April', 'May', 'June', 'July', 'October']
  const names = language === 'ja' ? ['請求月', '決算月', '更新月'] : ['Billing month', 'Renewal', 'Year end']
  return withColumn(maker, names, () => random.one(months))
}

/** A list with one more label before its measures. */
function withColumn(maker: Maker, names: readonly string[], draw: () => TrueValue): ListData {
  const { columns, rows } = drawList(maker, { measures: 2 })
  const at = columns.findIndex(({ kind }) => kind === 'measure')
  const column: ListColumn = { name: maker.random.one(names), kind: 'label' }
  return { columns: columns.toSpliced(at, 0, column), rows: rows.map((row) => row.toSpliced(at, 0, draw())) }
}

/** Questions across, answers on a scale: each answer sheet is a record. */
function answers(maker: Maker): ListData {
  const { random, language, words } = maker
  const { columns, rows } = drawList(maker, {
    measures: 0,
    dimensions: 1,
    key: 'number',
    hasDay: false,
    hasRemarks: false,
  })
  const count = random.whole(4, 9)
  const asked = Array.from(
    { length: count },
    (_, n): ListColumn => ({ name: language === 'ja' ? `問${n + 1}` : `Q${n + 1}. Item`, kind: 'measure' }),
  )
  const isScale = random.chance(0.5)
  const draw = () => (isScale ? random.whole(1, 5) : random.one(words.scale))
  return { columns: [...columns, ...asked], rows: rows.map((row) => [...row, ...asked.map(draw)]) }
}

function marks(maker: Maker): ListData {
  const { random, language, words } = maker
  const { columns, rows } = drawList(maker, { measures: 0, dimensions: 1, hasRemarks: false })
  const names = some(
    random,
    language === 'ja'
      ? ['受付', '健診', '研修', '貸与', '説明会', '同意書']
      : ['Badge', 'Laptop', 'Training', 'Key', 'Consent', 'Tour'],
    random.whole(2, 5),
  )
  const added = names.map((name): ListColumn => ({ name, kind: 'measure' }))
  return {
    columns: [...columns, ...added],
    rows: rows.map((row) => [...row, ...added.map(() => (random.chance(0.8) ? random.one(words.yes) : null))]),
  }
}

/** A field that names several things: one record stays one record. */
function severalIn(maker: Maker): ListData {
  const { random, domain, language } = maker
  const members = random.one(domain.dimensions).members
  const joint = random.one(language === 'ja' ? ['、', '・', ','] : [', ', '; ', '/'])
  return withColumn(maker, language === 'ja' ? ['対象', '担当範囲'] : ['Covers', 'Tags'], () =>
    some(random, members, random.whole(1, 3)).join(joint),
  )
}

/** Money in, money out, and what is left. */
function ledger(maker: Maker): ListData {
  const { random, language } = maker
  const { columns, rows } = drawList(maker, {
    measures: 0,
    dimensions: 0,
    hasDay: true,
    hasRemarks: false,
    key: 'none',
    rows: [8, 14],
  })
  const names = language === 'ja' ? ['入金', '出金', '残高'] : ['In', 'Out', 'Balance']
  let balance = random.whole(200, 900) * 100
  const filled = rows.map((row) => {
    const sum = random.whole(5, 900) * 10
    const isIn = random.chance(0.4)
    balance += isIn ? sum : -sum
    return [...row, isIn ? sum : null, isIn ? null : sum, balance]
  })
  return { columns: [...columns, ...names.map((name): ListColumn => ({ name, kind: 'measure' }))], rows: filled }
}
