import { dressed, formBlock, titleOf, withNotes, withTitle } from '../layout/around.ts'
import { categoryAxis, monthAxis, things } from '../layout/axes.ts'
import { type Block, type BlockCell, below, beside, blockOf, turned } from '../layout/block.ts'
import { crossBlock } from '../layout/cross-block.ts'
import { flatColumns } from '../layout/cross-columns.ts'
import { flatRows } from '../layout/cross-rows.ts'
import { listBlock } from '../layout/list-block.ts'
import { drawList, type ListColumn, type ListData } from '../layout/list-data.ts'
import { createMaker, type Maker, some } from '../layout/maker.ts'
import { type Shape, shape } from './shape.ts'

/** Sheets that hold more than one table, or none, or one that lies on its side. */
export const PAGES: readonly Shape[] = [
  shape('page-form', (maker) => withTitle(maker, formBlock(maker, 6))),
  shape('page-form-above-list', (maker) =>
    withTitle(maker, below(formBlock(maker), listBlock(maker, drawList(maker)), 1)),
  ),
  shape('page-form-above-cross', (maker) => withTitle(maker, below(formBlock(maker), simpleCross(maker), 1))),
  shape('page-invoice', (maker) => invoice(maker)),
  shape('page-lists-side-by-side', (maker) =>
    beside(titled(maker, list(maker, 'left')), titled(maker, list(other(maker), 'right')), maker.random.whole(1, 2)),
  ),
  shape('page-list-in-two-columns', (maker) => inTwoColumns(maker)),
  shape('page-cross-beside-list', (maker) =>
    beside(titled(maker, simpleCross(maker)), titled(maker, list(other(maker), 'right')), maker.random.whole(1, 2)),
  ),
  shape('page-lists-stacked', (maker) =>
    below(titled(maker, list(maker, 'upper')), titled(maker, list(other(maker), 'lower')), maker.random.whole(1, 2)),
  ),
  shape('page-crosses-stacked', (maker) =>
    below(
      titled(maker, simpleCross(maker)),
      titled(maker, simpleCross(other(maker), 'lower')),
      maker.random.whole(1, 2),
    ),
  ),
  shape('page-list-above-cross', (maker) =>
    below(titled(maker, list(maker, 'upper')), titled(maker, simpleCross(other(maker))), maker.random.whole(1, 2)),
  ),
  shape('page-one-block-for-each-branch', (maker) => branches(maker)),
  shape('page-list-on-its-side', (maker) => onSide(maker)),
  shape('page-spec-sheet', (maker) => onSide(maker, 2)),
  shape('page-prose', (maker) => prose(maker)),
  shape('page-summary-above-list', (maker) =>
    withTitle(maker, below(formBlock(maker, 3), list(maker, 'list', true), 1)),
  ),
]

/** The same person and habits, another subject. */
function other(maker: Maker): Maker {
  for (;;) {
    const { domain, language } = createMaker(maker.random)
    if (language === maker.language && domain !== maker.domain) return { ...maker, domain }
  }
}

const titled = (maker: Maker, block: Block): Block => {
  const title = blockOf([{ row: 0, column: 0, value: titleOf(maker), style: maker.look.title }])
  return below(title, block, 0)
}

const list = (maker: Maker, id: string, hasTotal = maker.random.chance(0.3)): Block =>
  listBlock(maker, drawList(maker, { rows: [4, 10], dimensions: 1, measures: 2, hasRemarks: false }), {
    id,
    totals: hasTotal ? ['sum'] : [],
  })

function simpleCross(maker: Maker, id = 'cross'): Block {
  const { random, domain } = maker
  const axis = random.chance(0.6) ? monthAxis(maker, random.one([3, 6])) : categoryAxis(maker)
  const { lines, ...labels } = flatRows(maker, things(maker, 3, 6), { total: random.one(['last', 'none']) })
  const columns = flatColumns(maker, axis, { total: random.one(['last', 'none']) })
  return crossBlock(maker, {
    rows: lines,
    columns,
    corner: [domain.thing.name],
    measure: random.one(domain.measures),
    ...labels,
    id,
  })
}

/** Addressee above, lines in the middle, sum and tax below. */
function invoice(maker: Maker): Block {
  const { random, language } = maker
  const { columns, rows } = drawList(maker, {
    key: 'number',
    hasDay: false,
    dimensions: 0,
    measures: 0,
    hasRemarks: false,
    rows: [3, 9],
  })
  const names = language === 'ja' ? ['数量', '単価', '金額'] : ['Qty', 'Unit price', 'Amount']
  const priced = rows.map((row) => {
    const quantity = random.whole(1, 40)
    const price = random.whole(3, 900) * 10
    return [...row, quantity, price, quantity * price]
  })
  const data: ListData = {
    columns: [...columns, ...names.map((name): ListColumn => ({ name, kind: 'measure' }))],
    rows: priced,
  }
  const lines = listBlock(maker, data)
  const sum = priced.reduce((one, row) => one + Number(row.at(-1) ?? 0), 0)
  const tax = Math.round(sum / 10)
  const words = language === 'ja' ? ['小計', '消費税(10%)', '合計'] : ['Subtotal', 'Tax (10%)', 'Total']
  const last = lines.width - 1
  const figures = [sum, tax, sum + tax]
  const cells = words.flatMap((value, row): BlockCell[] => [
    { row, column: last - 1, value, style: maker.look.total },
    { row, column: last, value: maker.isCsv ? String(figures[row]) : (figures[row] ?? 0), style: maker.look.total },
  ])
  const [table] = lines.tables
  const totals = words.map((word, n) => ({ labels: [word], value: figures[n] ?? 0, role: 'total' as const }))
  const body = below({ ...lines, tables: table ? [{ ...table, totals }] : [] }, blockOf(cells), 0)
  return withTitle(maker, below(formBlock(maker, 4), body, 1), language === 'ja' ? '請　求　書' : 'INVOICE')
}

/** One list that goes on at the right of itself. */
function inTwoColumns(maker: Maker): Block {
  const data = drawList(maker, {
    rows: [10, 20],
    key: 'number',
    dimensions: 0,
    measures: 1,
    hasRemarks: false,
    hasDay: false,
  })
  const half = Math.ceil(data.rows.length / 2)
  const left = listBlock(maker, { ...data, rows: data.rows.slice(0, half) }, { id: 'left' })
  const right = listBlock(maker, { ...data, rows: data.rows.slice(half) }, { id: 'right' })
  return dressed(maker, beside(left, right, 1))
}

/** The same table for each of several branches, under its name. */
function branches(maker: Maker): Block {
  const { random, domain, language } = maker
  const names = some(random, random.one(domain.dimensions).members, random.whole(2, 3))
  const axis = monthAxis(maker, 3)
  const members = things(maker, 3, 5)
  const measure = random.one(domain.measures)
  const wish = { total: random.one(['last', 'none'] as const) }
  const blocks = names.map((name) => {
    const rows = flatRows(maker, members, wish)
    const block = crossBlock(maker, {
      rows: rows.lines,
      columns: flatColumns(maker, axis),
      corner: [domain.thing.name],
      measure,
      labelColumns: 1,
      id: name,
    })
    const title = blockOf([
      { row: 0, column: 0, value: language === 'ja' ? `【${name}】` : `${name}:`, style: maker.look.title },
    ])
    return below(title, block, 0)
  })
  return blocks.reduce((one, next) => below(one, next, 1))
}

/** Each record in a column, each field in a row. */
function onSide(maker: Maker, most?: number): Block {
  const data = drawList(maker, {
    rows: most ? [most, most + 1] : [3, 6],
    key: 'none',
    dimensions: 2,
    measures: 3,
    hasRemarks: false,
    hasDay: false,
  })
  const block = turned(listBlock({ ...maker, hasMerges: false }, data))
  return dressed(maker, block)
}

/** Minutes of a meeting: nothing here is a table. */
function prose(maker: Maker): Block {
  const { random, language, words } = maker
  const lines =
    language === 'ja'
      ? [
          '１．出席者の確認を行った。',
          '２．前回の議事録を承認した。',
          '３．来月の予定を共有した。',
          '４．次回は第二会議室で行う。',
        ]
      : [
          '1. Those present were confirmed.',
          '2. The last minutes were approved.',
          '3. The plan for next month was shared.',
          '4. The next meeting takes place in room 2.',
        ]
  const cells = some(random, lines, random.whole(2, 4)).map(
    (value, n): BlockCell => ({ row: n * random.whole(1, 2) + n, column: 0, value }),
  )
  return withNotes(
    maker,
    withTitle(maker, blockOf(cells), language === 'ja' ? '定例会議 議事録' : `Minutes, ${random.one(words.strays)}`),
  )
}
