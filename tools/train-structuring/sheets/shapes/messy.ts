import { dressed, titleOf, withTitle } from '../layout/around.ts'
import { monthAxis, quarterAxis, things, yearAxis } from '../layout/axes.ts'
import { type Block, type BlockCell, below, beside, blockOf, joined, moved, spread } from '../layout/block.ts'
import { crossBlock } from '../layout/cross-block.ts'
import { flatColumns, nestedColumns } from '../layout/cross-columns.ts'
import { computed, type Line, leaf } from '../layout/cross-lines.ts'
import { flatRows } from '../layout/cross-rows.ts'
import { listBlock } from '../layout/list-block.ts'
import { drawList, type ListColumn, type ListData, trueList } from '../layout/list-data.ts'
import { type Maker, some } from '../layout/maker.ts'
import { dayOf, serialOf } from '../layout/spell-cell.ts'
import type { TrueTable } from '../truth.ts'
import { made } from './crosses.ts'
import { type Shape, shape } from './shape.ts'

/** Sheets that have grown: what was added to a clean table in the course of the years. */
export const MESSY: readonly Shape[] = [
  shape('messy-stamps-beside-title', (maker) => withStamps(maker, listBlock(maker, drawList(maker)))),
  shape('messy-day-at-the-right', (maker) =>
    withDay(
      maker,
      listBlock(maker, drawList(maker, { dimensions: 2 }), { totals: maker.random.chance(0.4) ? ['sum'] : [] }),
    ),
  ),
  shape('messy-day-over-cross', (maker) =>
    withDay(
      maker,
      made(
        maker,
        flatRows(maker, things(maker), { total: 'last' }),
        flatColumns(maker, monthAxis(maker), { total: 'last' }),
      ),
    ),
  ),
  shape('messy-note-inside', (maker) => noteInside(maker)),
  shape('messy-limits-under-header', (maker) => withLimits(maker)),
  shape('messy-no-header', (maker) => noHeader(maker)),
  shape('messy-bilingual-header', (maker) => bilingual(maker)),
  shape('messy-contacts', (maker) => dressed(maker, listBlock(maker, contacts(maker)))),
  shape('messy-shares-and-times', (maker) => dressed(maker, listBlock(maker, clocked(maker)))),
  shape('messy-two-merged-labels', (maker) => twoMerged(maker)),
  shape('messy-empty-columns', (maker) => spaced(maker)),
  shape('messy-lists-touching', (maker) => beside(shortList(maker, 'left'), shortList(maker, 'right'), 0)),
  shape('messy-halves-stacked', (maker) => halves(maker)),
  shape('messy-years-over-quarters-down', (maker) =>
    made(maker, yearsDown(maker), flatColumns(maker, { names: things(maker, 2, 5) }), { hasMeasures: true }),
  ),
  shape('messy-prior-year-behind-total', (maker) => priorYear(maker)),
  shape('messy-counts-and-shares', (maker) => countsAndShares(maker)),
  shape('messy-closing-words', (maker) => {
    const closing = maker.language === 'ja' ? '以上' : 'End of list'
    return dressed(
      maker,
      below(
        listBlock(maker, drawList(maker), { totals: ['sum'] }),
        blockOf([{ row: 0, column: 2, value: closing }]),
        1,
      ),
    )
  }),
  shape('messy-checked-beside', (maker) => checked(maker)),
  shape('messy-price-matrix', (maker) =>
    made(maker, flatRows(maker, weights(maker)), flatColumns(maker, { names: things(maker, 3, 6) }), {
      hasMeasures: true,
    }),
  ),
  shape('messy-totals-only-named-by-group', (maker) => namedByGroup(maker)),
]

/** Boxes for stamps at the right of the title: words over empty cells. */
function withStamps(maker: Maker, block: Block): Block {
  const words = maker.language === 'ja' ? ['承認', '確認', '作成'] : ['Approved', 'Checked', 'Prepared']
  const left = Math.max(2, block.width - 3)
  const cells = words.map((value, n): BlockCell => ({ row: 0, column: left + n, value, style: maker.look.header }))
  const title: BlockCell = { row: 0, column: 0, value: titleOf(maker), style: maker.look.title }
  return below(blockOf([title, ...cells]), block, maker.random.whole(1, 3))
}

/** A day or a name above the last column, the title above the first. */
function withDay(maker: Maker, block: Block): Block {
  const { random, language, look } = maker
  const day = dayOf(serialOf('2024-03-31') + random.whole(0, 800))
  const [year, month, date] = day.split('-').map(Number)
  const value =
    language === 'ja'
      ? random.one([`${year}年${month}月${date}日現在`, `作成日：${year}/${month}/${date}`])
      : random.one([`as of ${day}`, `Printed ${day}`])
  const title: BlockCell = { row: 0, column: 0, value: titleOf(maker), style: look.title }
  return below(blockOf([title, { row: random.whole(0, 1), column: Math.max(1, block.width - 1), value }]), block, 0)
}

function noteInside(maker: Maker): Block {
  const { random, words } = maker
  const data = drawList(maker, { rows: [8, 16] })
  const block = listBlock(maker, data)
  const row = random.whole(4, block.height - 2)
  return dressed(maker, joined(spread(block, row, 1), blockOf([{ row, column: 0, value: random.one(words.notes) }])))
}

/** A row under the header that is no record: what the figures may be at most. */
function withLimits(maker: Maker): Block {
  const { random, language } = maker
  const data = drawList(maker, {
    rows: [6, 14],
    key: 'none',
    dimensions: 0,
    measures: 3,
    hasRemarks: false,
    hasDay: false,
  })
  const word = random.one(language === 'ja' ? ['基準値', '上限', '目標'] : ['Limit', 'Target', 'Standard'])
  const highest = data.columns.map((_, n) =>
    Math.max(0, ...data.rows.map((row) => Number(row[n] ?? 0)).filter(Number.isFinite)),
  )
  const limits = data.columns.map(({ kind }, n) => (kind === 'measure' ? Math.ceil((highest[n] ?? 0) * 1.1) : word))
  const block = listBlock(maker, { ...data, rows: [limits, ...data.rows] })
  return dressed(maker, { ...block, tables: [trueList('list', data)] })
}

function noHeader(maker: Maker): Block {
  const data = drawList(maker, {
    rows: [6, 20],
    key: 'padded',
    hasDay: true,
    dimensions: 1,
    measures: 1,
    hasRemarks: false,
  })
  return listBlock(
    maker,
    { ...data, columns: data.columns.map((column) => ({ ...column, isUnnamed: true })) },
    { hasNoHeader: true },
  )
}

/** The names a second time in another language, right below. */
function bilingual(maker: Maker): Block {
  const data = drawList(maker, { hasRemarks: false })
  const other = ['No.', 'Name', 'Class', 'Date', 'Type', 'Value A', 'Value B', 'Value C', 'Value D', 'Rank']
  const block = spread(listBlock(maker, data), 1, 1)
  const cells = data.columns.map(
    (_, column): BlockCell => ({ row: 1, column, value: other[column] ?? `F${column}`, style: maker.look.header }),
  )
  return dressed(maker, joined(block, blockOf(cells)))
}

function contacts(maker: Maker): ListData {
  const { random, language } = maker
  const { columns, rows } = drawList(maker, { measures: 0, dimensions: 1, hasRemarks: true })
  const names =
    language === 'ja' ? ['電話番号', 'メール', '郵便番号', '住所'] : ['Phone', 'Email', 'Postcode', 'Street']
  const draw = () => [
    `0${random.whole(3, 9)}-${random.whole(1000, 9999)}-${random.whole(1000, 9999)}`,
    `user${random.whole(10, 999)}@example.com`,
    `${random.whole(100, 999)}-${String(random.whole(0, 9999)).padStart(4, '0')}`,
    language === 'ja'
      ? `中央${random.whole(1, 9)}-${random.whole(1, 30)}-${random.whole(1, 20)}`
      : `${random.whole(1, 240)} Mill Lane`,
  ]
  return {
    columns: [...columns, ...names.map((name): ListColumn => ({ name, kind: 'label' }))],
    rows: rows.map((row) => [...row, ...draw()]),
  }
}

/** Opening hours beside figures. */
function clocked(maker: Maker): ListData {
  const { random, language } = maker
  const { columns, rows } = drawList(maker, { measures: 2, hasRemarks: false })
  const names = language === 'ja' ? ['開始', '終了'] : ['From', 'To']
  const clock = (hour: number) => `${hour}:${random.one(['00', '15', '30'])}`
  return {
    columns: [...columns, ...names.map((name): ListColumn => ({ name, kind: 'label' }))],
    rows: rows.map((row) => [...row, clock(random.whole(10, 12)), clock(random.whole(13, 21))]),
  }
}

/** Two columns of labels that are merged over their records. */
function twoMerged(maker: Maker): Block {
  const { random, domain } = maker
  const merging = { ...maker, isCsv: maker.isCsv, hasMerges: true }
  const [first, second] = some(random, domain.dimensions, 2)
  const outer = some(random, first?.members ?? [], 2)
  const inner = some(random, second?.members ?? [], 2)
  const list = drawList(merging, {
    key: 'code',
    measures: 2,
    dimensions: 0,
    hasDay: false,
    hasRemarks: false,
    rows: [12, 12],
  })
  const rows = list.rows.map((row, n) => [outer[Math.floor(n / 6)] ?? '', inner[Math.floor(n / 3) % 2] ?? '', ...row])
  const columns: ListColumn[] = [first, second].flatMap((one) =>
    one ? [{ name: one.name, kind: 'label' as const }] : [],
  )
  const data: ListData = { columns: [...columns, ...list.columns], rows }
  const block = listBlock(merging, data)
  const hidden = (row: number, column: number) =>
    row > 0 && ((column === 0 && (row - 1) % 6 !== 0) || (column === 1 && (row - 1) % 3 !== 0))
  const merges = [0, 6].map((top) => ({ top: top + 1, left: 0, bottom: top + 6, right: 0 }))
  const inside = [0, 3, 6, 9].map((top) => ({ top: top + 1, left: 1, bottom: top + 3, right: 1 }))
  const cells = maker.isCsv ? block.cells : block.cells.filter(({ row, column }) => !hidden(row, column))
  return dressed(maker, { ...block, cells, merges: [...merges, ...inside] })
}

/** Columns in which nothing stands, for looks. */
function spaced(maker: Maker): Block {
  const { random } = maker
  const rows = flatRows(maker, things(maker), { total: random.one(['last', 'none']) })
  const block = crossBlock(
    { ...maker, hasFormulas: false, hasMerges: false },
    {
      rows: rows.lines,
      columns: flatColumns(maker, quarterAxis(maker)),
      corner: [random.one(maker.words.item)],
      measure: random.one(maker.domain.measures),
      labelColumns: 1,
    },
  )
  const from = 3
  const cells = block.cells.map((cell) => ({ ...cell, column: cell.column >= from ? cell.column + 1 : cell.column }))
  return dressed(maker, { ...block, cells, width: block.width + 1 })
}

const shortList = (maker: Maker, id: string): Block =>
  listBlock(
    maker,
    drawList(maker, { rows: [5, 9], key: 'number', dimensions: 0, measures: 1, hasRemarks: false, hasDay: false }),
    { id },
  )

/** Twelve months that would be too wide: six above, six below. */
function halves(maker: Maker): Block {
  const { random, domain } = maker
  const { names } = monthAxis(maker, 12)
  const members = things(maker, 3, 6)
  const measure = random.one(domain.measures)
  const wish = { total: random.one(['last', 'none'] as const) }
  const half = (from: number) => {
    const { lines, ...labels } = flatRows(maker, members, wish)
    return crossBlock(maker, {
      rows: lines,
      ...labels,
      columns: flatColumns(maker, { names: names.slice(from, from + 6) }),
      corner: [domain.thing.name],
      measure,
      id: `half ${from}`,
    })
  }
  return withTitle(maker, below(half(0), half(6), random.whole(1, 2)))
}

/** Each year on a line of its own above its quarters. */
function yearsDown(maker: Maker) {
  const { random } = maker
  const quarters = quarterAxis(maker).names
  const hasSums = random.chance(0.4)
  const lines: Line[] = []
  for (const year of yearAxis(maker, random.whole(2, 3)).names) {
    const first = lines.length + 1
    lines.push(
      hasSums
        ? { ...computed('sum', [first, first + 1, first + 2, first + 3], year), shown: [year] }
        : { path: [year], computed: null, isBanner: true },
    )
    for (const quarter of quarters) lines.push({ ...leaf(year, quarter), shown: [quarter], indent: 1 })
  }
  return { lines, labelColumns: 1 }
}

/** Months, their sum, the sum of the year before and how both compare. */
function priorYear(maker: Maker): Block {
  const { random, words, language } = maker
  const { names } = monthAxis(maker, random.one([3, 6, 12]))
  const total = names.length
  const columns: Line[] = [
    ...names.map((name) => leaf(name)),
    computed(
      'sum',
      names.map((_, n) => n),
      random.one(words.totals),
    ),
    leaf(language === 'ja' ? '前年実績' : 'Prior year'),
    computed('ratio', [total, total + 1], language === 'ja' ? '前年比' : 'vs prior year'),
  ]
  return made(maker, flatRows(maker, things(maker), { total: random.one(['last', 'none']) }), columns)
}

/** How many, and how many of a hundred, under each answer. */
function countsAndShares(maker: Maker): Block {
  const { random, words, language } = maker
  const answers = some(random, words.scale, 3)
  const [count, share] = language === 'ja' ? ['人数', '割合'] : ['n', '%']
  const total = answers.length * 2
  const columns = nestedColumns(answers, [count ?? '', share ?? '']).map(
    (line, n): Line => (n % 2 === 0 ? line : { ...line, computed: { how: 'ratio', of: [n - 1, total] } }),
  )
  const sum = computed(
    'sum',
    answers.map((_, n) => n * 2),
    random.one(words.totals),
  )
  const rows = flatRows(maker, things(maker, 4, 8))
  const block = made({ ...maker, missing: 0 }, rows, [...columns, sum], { hasMeasures: true })
  return { ...block, tables: block.tables.map(withoutCountWord) }
}

/** There is only one thing that is counted, so its word may be left out. */
function withoutCountWord(table: TrueTable): TrueTable {
  const isKept = (_: unknown, n: number, all: readonly unknown[]) => n !== all.length - 2
  return { ...table, columns: table.columns.filter(isKept), rows: table.rows.map((row) => row.filter(isKept)) }
}

/** A column of ticks without a name, right of the list. */
function checked(maker: Maker): Block {
  const block = listBlock(maker, drawList(maker, { rows: [6, 14] }))
  const rows = Array.from({ length: block.height - 1 }, (_, n) => n + 1).filter(() => maker.random.chance(0.3))
  const ticks = blockOf(rows.map((row): BlockCell => ({ row, column: 0, value: maker.words.yes[0] ?? 'x' })))
  return dressed(maker, { ...joined(block, moved(ticks, 0, block.width)), width: block.width })
}

/** Steps of weight down, zones across: prices that no sum is made of. */
function weights({ random, language }: Maker): string[] {
  const step = random.one([1, 2, 5, 10])
  return Array.from({ length: random.whole(3, 7) }, (_, n) =>
    language === 'ja' ? `${(n + 1) * step}kgまで` : `up to ${(n + 1) * step} kg`,
  )
}

/** Sums that carry nothing but the name of their group, below their parts. */
function namedByGroup(maker: Maker): Block {
  const { random, domain, language } = maker
  const lines: Line[] = []
  const pool = [...domain.thing.members]
  for (const group of some(random, random.one(domain.dimensions).members, 3)) {
    const members = pool.splice(0, random.whole(2, 3))
    const first = lines.length
    for (const member of members) lines.push({ ...leaf(group, member), shown: [group, member] })
    const name = language === 'ja' ? `${group}計` : `${group} total`
    if (members.length > 0)
      lines.push({
        ...computed(
          'sum',
          members.map((_, n) => first + n),
          name,
        ),
        shown: [name, null],
      })
  }
  return made(maker, { lines, labelColumns: 2 }, flatColumns(maker, monthAxis(maker, 6)))
}
