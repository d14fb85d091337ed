import { dressed } from '../layout/around.ts'
import {
  type Axis,
  categoryAxis,
  dayAxis,
  measureAxis,
  monthAxis,
  quarterAxis,
  things,
  yearAxis,
} from '../layout/axes.ts'
import type { Block } from '../layout/block.ts'
import type { Cross } from '../layout/cross.ts'
import { crossBlock } from '../layout/cross-block.ts'
import {
  type ColumnOptions,
  flatColumns,
  nestedColumns,
  nestedWithTotals,
  scenarioColumns,
} from '../layout/cross-columns.ts'
import { computed, type Line, leaf } from '../layout/cross-lines.ts'
import { flatRows, groupedRows, type RowOptions, type Rows } from '../layout/cross-rows.ts'
import { type Maker, some } from '../layout/maker.ts'
import { type Shape, shape } from './shape.ts'

/** Tables with things down and periods, categories or scenarios across. */
export const CROSSES: readonly Shape[] = [
  shape('cross-months', (maker) => flat(maker, monthAxis(maker))),
  shape('cross-months-totals', (maker) => flat(maker, monthAxis(maker), { total: 'last' }, { total: 'last' })),
  shape('cross-months-row-total', (maker) => flat(maker, monthAxis(maker), { total: 'last' })),
  shape('cross-months-column-total', (maker) => flat(maker, monthAxis(maker), {}, { total: 'last' })),
  shape('cross-months-quarters', (maker) =>
    flat(maker, monthAxis(maker, maker.random.one([6, 12])), { total: 'last' }, { hasParts: true, total: 'last' }),
  ),
  shape('cross-months-average', (maker) =>
    flat(maker, monthAxis(maker), { total: 'last', hasAverage: true }, { total: 'last', hasAverage: true }),
  ),
  shape('cross-quarters', (maker) => flat(maker, quarterAxis(maker), { total: 'last' }, { total: 'last' })),
  shape('cross-quarters-halves', (maker) =>
    flat(maker, quarterAxis(maker), { total: maker.random.one(['last', 'none']) }, { hasParts: true, total: 'last' }),
  ),
  shape('cross-years', (maker) => flat(maker, yearAxis(maker), { total: maker.random.one(['last', 'first', 'none']) })),
  shape('cross-days', (maker) =>
    flat(maker, dayAxis(maker), { total: 'last' }, { total: maker.random.one(['last', 'none']) }),
  ),
  shape('cross-categories', (maker) => flat(maker, categoryAxis(maker), {})),
  shape('cross-categories-totals', (maker) => flat(maker, categoryAxis(maker), { total: 'last' }, { total: 'last' })),
  shape('cross-categories-total-first', (maker) =>
    flat(maker, categoryAxis(maker), { total: 'first' }, { total: 'first' }),
  ),
  shape('cross-periods-down', (maker) => periodsDown(maker)),
  shape('cross-total-of-sexes', (maker) => {
    const { words } = maker
    const columns = [
      computed('sum', [1, 2], maker.random.one(words.totals)),
      leaf(words.sexes[0]),
      leaf(words.sexes[1]),
    ]
    return made(
      maker,
      flatRows(maker, things(maker), { total: maker.random.one(['first', 'last', 'none']) }),
      columns,
      { hasMeasures: true },
    )
  }),
  shape('cross-shares', (maker) => withWeights(maker)),
  shape('cross-merged-groups', (maker) => grouped(maker, { groups: maker.hasMerges ? 'merged' : 'gaps' })),
  shape('cross-merged-groups-subtotals', (maker) =>
    grouped(maker, { groups: maker.hasMerges ? 'merged' : 'gaps', hasSubtotals: true, total: 'last' }),
  ),
  shape('cross-repeated-groups', (maker) =>
    grouped(maker, { groups: 'repeated', total: maker.random.one(['last', 'none']) }),
  ),
  shape('cross-banners', (maker) => grouped(maker, { groups: 'banners' })),
  shape('cross-banners-subtotals', (maker) => grouped(maker, { groups: 'banners', hasSubtotals: true, total: 'last' })),
  shape('cross-indents', (maker) =>
    grouped(maker, { groups: 'heads', isIndented: true, total: maker.random.one(['last', 'none']) }),
  ),
  shape('cross-sums-above', (maker) => grouped(maker, { groups: 'heads' })),
  shape('cross-plan-actual', (maker) => scenarios(maker, maker.words.plan, [])),
  shape('cross-plan-actual-difference', (maker) => scenarios(maker, maker.words.plan, ['difference'])),
  shape('cross-plan-actual-ratio', (maker) => scenarios(maker, maker.words.plan, ['difference', 'ratio'])),
  shape('cross-last-year', (maker) => scenarios(maker, maker.words.lastYear, ['growth'])),
  shape('cross-one-comparison', (maker) => comparison(maker)),
  shape('cross-measures-under-periods', (maker) => {
    const outer = maker.random.chance(0.5) ? monthAxis(maker, 3) : quarterAxis(maker)
    const columns = nestedColumns(outer.names, measureAxis(maker, 2).names)
    return made(maker, flatRows(maker, things(maker), {}), columns, { hasMeasures: true })
  }),
  shape('cross-periods-under-measures', (maker) => {
    const columns = nestedColumns(measureAxis(maker, 2).names, monthAxis(maker, 3).names)
    return made(maker, flatRows(maker, things(maker), {}), columns, { hasMeasures: true })
  }),
  shape('cross-nested-totals', (maker) => {
    const columns = nestedWithTotals(maker, quarterAxis(maker).names, [...maker.words.plan])
    return made(maker, flatRows(maker, things(maker), { total: 'last' }), columns, { hasMeasures: true })
  }),
  shape('cross-three-header-rows', (maker) => {
    const columns = yearAxis(maker, 2).names.flatMap((year) =>
      nestedColumns(['Q1', 'Q2'], [...maker.words.plan]).map(({ path }) => leaf(year, ...path)),
    )
    return made(maker, flatRows(maker, things(maker), {}), columns, { hasMeasures: true })
  }),
  shape('cross-years-over-quarters', (maker) =>
    made(
      maker,
      flatRows(maker, things(maker), { total: 'last' }),
      nestedColumns(yearAxis(maker, 2).names, quarterAxis(maker).names),
    ),
  ),
  shape('cross-opening-closing', (maker) => movements(maker)),
  shape('cross-running', (maker) => running(maker)),
  shape('cross-shifts', (maker) => {
    const marks = maker.language === 'ja' ? ['早', '遅', '夜', '休'] : ['E', 'L', 'N', 'off']
    return made(maker, flatRows(maker, things(maker), {}), flatColumns(maker, dayAxis(maker)), { marks })
  }),
  shape('cross-from-to', (maker) => {
    const names = some(maker.random, maker.domain.thing.members, maker.random.whole(3, 6))
    return made(maker, flatRows(maker, names, {}), flatColumns(maker, { names }), { hasMeasures: true })
  }),
]

function flat(maker: Maker, axis: Axis, rows: RowOptions = {}, columns: ColumnOptions = {}): Block {
  return made(
    maker,
    flatRows(maker, things(maker), rows),
    flatColumns(maker, axis, columns),
    axis.isOfThings ? { hasMeasures: true } : {},
  )
}

/** A cross table with what people put around it. */
export function made(
  maker: Maker,
  { lines, ...labels }: Rows,
  columns: readonly Line[],
  more: Partial<Cross> = {},
): Block {
  const { random, domain, words } = maker
  const measure = random.one(domain.measures)
  const named = [random.chance(0.7) ? random.one([domain.thing.name, ...words.item]) : null]
  const corner =
    labels.labelColumns === 2 ? [random.chance(0.7) ? (domain.dimensions[0]?.name ?? null) : null, ...named] : named
  const block = crossBlock(maker, { rows: lines, columns, corner, measure, ...labels, ...more })
  return dressed(maker, block, measure.unit)
}

function drawAxis(maker: Maker): Axis {
  return maker.random.one([monthAxis, quarterAxis, yearAxis, categoryAxis])(maker)
}

const grouped = (maker: Maker, wish: RowOptions): Block =>
  made(
    maker,
    groupedRows(maker, wish),
    flatColumns(maker, drawAxis(maker), { total: maker.random.one(['none', 'none', 'last']) }),
  )

/** Periods in rows, things across. */
function periodsDown(maker: Maker): Block {
  const { random } = maker
  const rows = flatRows(maker, random.one([monthAxis, yearAxis])(maker).names, { total: random.one(['last', 'none']) })
  return made(
    maker,
    rows,
    flatColumns(maker, { names: things(maker, 2, 6) }, { total: random.one(['last', 'none']) }),
    { hasMeasures: true },
  )
}

function withWeights(maker: Maker): Block {
  const rows = flatRows(maker, things(maker), { total: 'last' })
  const columns = flatColumns(maker, categoryAxis(maker), { total: 'last' })
  const weight = { how: 'weight' as const, of: [columns.length - 1], against: rows.lines.length - 1 }
  return made(maker, rows, [...columns, { path: [maker.words.share], computed: weight }])
}

/** Two figures of each thing under each period. */
function scenarios(
  maker: Maker,
  pair: readonly [string, string],
  extras: readonly ('difference' | 'ratio' | 'growth')[],
): Block {
  const names = maker.random.one([() => monthAxis(maker, 3), () => quarterAxis(maker), () => categoryAxis(maker, 3)])()
    .names
  const rows = flatRows(maker, things(maker), { total: maker.random.one(['last', 'none']) })
  return made(maker, rows, scenarioColumns(maker, names, pair, extras), { hasMeasures: true })
}

/** One pair of figures, their difference and their ratio, without a period above. */
function comparison(maker: Maker): Block {
  const { random, words } = maker
  const rows = flatRows(maker, things(maker), { total: random.one(['last', 'none']) })
  return made(
    maker,
    rows,
    scenarioColumns(maker, [''], random.one([words.plan, words.lastYear]), ['difference', 'ratio']),
    { hasMeasures: true },
  )
}

/** What there was, what came, what went and what is left. */
function movements(maker: Maker): Block {
  const [opening, more, fewer, closing] = maker.words.opening
  const columns: Line[] = [leaf(opening), leaf(more), leaf(fewer), computed('balance', [0, 1, 2], closing)]
  return made(maker, flatRows(maker, things(maker), { total: maker.random.one(['last', 'none']) }), columns, {
    hasMeasures: true,
  })
}

/** Each period with the sum of all up to it in the row below. */
function running(maker: Maker): Block {
  const { lines, ...labels } = flatRows(maker, things(maker, 2, 5), { total: 'last' })
  const sums = computed('running', [lines.length - 1], maker.words.cumulative)
  return made(maker, { lines: [...lines, sums], ...labels }, flatColumns(maker, monthAxis(maker)))
}
