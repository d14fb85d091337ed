import { dressed } from '../layout/around.ts'
import { listBlock } from '../layout/list-block.ts'
import { drawList, groupedBy, type ListColumn, type ListData } from '../layout/list-data.ts'
import { type Maker, some } from '../layout/maker.ts'
import type { TrueTable } from '../truth.ts'
import { type Shape, shape } from './shape.ts'

/** Lists with more rows than records, or fewer columns than fields. */
export const GROUPED_LISTS: readonly Shape[] = [
  shape('list-total', (maker) => dressed(maker, listBlock(maker, drawList(maker), { totals: ['sum'] }))),
  shape('list-total-after-gap', (maker) =>
    dressed(maker, listBlock(maker, drawList(maker), { totals: ['sum'], hasTotalGap: true })),
  ),
  shape('list-total-first', (maker) =>
    dressed(maker, listBlock(maker, drawList(maker), { totals: ['sum'], totalsFirst: true })),
  ),
  shape('list-total-and-average', (maker) =>
    dressed(maker, listBlock(maker, drawList(maker, { measures: 3 }), { totals: ['sum', 'average'] })),
  ),
  shape('list-highest-and-lowest', (maker) =>
    dressed(maker, listBlock(maker, drawList(maker, { measures: 3 }), { totals: ['average', 'highest', 'lowest'] })),
  ),
  shape('list-average', (maker) =>
    dressed(maker, listBlock(maker, drawList(maker, { measures: 2 }), { totals: ['average'] })),
  ),
  shape('list-subtotals', (maker) => {
    const { data, group } = drawGrouped(maker)
    return dressed(
      maker,
      listBlock(maker, data, { subtotalBy: group, totals: maker.random.chance(0.6) ? ['sum'] : [] }),
    )
  }),
  shape('list-subtotals-label-once', (maker) => {
    const { data, group } = drawGrouped(maker)
    const as = maker.hasMerges ? 'merged' : 'gaps'
    return dressed(maker, listBlock(maker, data, { subtotalBy: group, once: { columns: [group], as } }))
  }),
  shape('list-banners', (maker) => {
    const { data, group } = drawGrouped(maker)
    return dressed(maker, listBlock(maker, data, { banner: group }))
  }),
  shape('list-banners-subtotals', (maker) => {
    const { data, group } = drawGrouped(maker)
    return dressed(
      maker,
      listBlock(maker, data, { banner: group, subtotalBy: group, totals: maker.random.chance(0.5) ? ['sum'] : [] }),
    )
  }),
  shape('list-merged-labels', (maker) => {
    const merging = { ...maker, isCsv: false, hasMerges: true }
    const { data, group } = drawGrouped(merging)
    return dressed(merging, listBlock(merging, data, { once: { columns: [group], as: 'merged' } }))
  }),
  shape('list-label-once', (maker) => {
    const data = everyPair(maker)
    return dressed(maker, listBlock(maker, data, { once: { columns: [0], as: 'gaps' } }))
  }),
  shape('list-ditto', (maker) => {
    const { data, group } = drawGrouped(maker)
    return dressed(maker, listBlock(maker, data, { once: { columns: [group], as: 'ditto' } }))
  }),
  shape('list-two-lines', (maker) => {
    const data = drawList(maker, { key: 'number', measures: 2, dimensions: 2, hasRemarks: false, hasDay: false })
    return dressed(maker, listBlock(maker, data, { firstLine: Math.ceil((data.columns.length + 1) / 2) }))
  }),
  shape('list-numbered-groups', (maker) => dressed(maker, numberedGroups(maker, 'behind'))),
  shape('list-groups-under-headers', (maker) => dressed(maker, numberedGroups(maker, 'above'))),
]

/** A list sorted by a label that comes first. */
function drawGrouped(maker: Maker): { data: ListData; group: number } {
  const { random, domain } = maker
  const list = drawList(
    { ...maker, missing: 0 },
    {
      rows: [8, 20],
      dimensions: 0,
      measures: random.whole(1, 3),
      hasRemarks: false,
      key: random.one(['code', 'padded', 'none']),
    },
  )
  const dimension = random.one(domain.dimensions)
  const names = some(random, dimension.members, random.whole(2, 4))
  const column: ListColumn = { name: dimension.name, kind: 'label' }
  const rows = list.rows.map((row, n) => [names[Math.floor((n * names.length) / list.rows.length)] ?? '', ...row])
  return { data: groupedBy({ columns: [column, ...list.columns], rows }, 0), group: 0 }
}

/** Every member of one dimension with every one of another: only both together name a row. */
function everyPair(maker: Maker): ListData {
  const { random, domain } = maker
  const [first, second] = some(random, domain.dimensions, 2)
  const list = drawList(maker, { measures: 2, dimensions: 0, hasDay: false, key: 'none', rows: [40, 40] })
  const measures = list.columns.filter(({ kind }) => kind === 'measure')
  const inner = some(random, second?.members ?? [], random.whole(2, 4))
  const pairs = some(random, first?.members ?? [], random.whole(3, 5)).flatMap((one) =>
    inner.map((other) => [one, other]),
  )
  const columns: ListColumn[] = [first, second].flatMap((one) =>
    one ? [{ name: one.name, kind: 'label' as const }] : [],
  )
  const draw = () =>
    measures.map(({ measure }) =>
      measure ? random.whole(measure.low < 1 ? 1 : Math.ceil(measure.low), Math.ceil(measure.high)) : 1,
    )
  return { columns: [...columns, ...measures], rows: pairs.map((pair) => [...pair, ...draw()]) }
}

/** Fields that repeat for the first, second and third of something: each is a record of its own. */
function numberedGroups(maker: Maker, number: 'behind' | 'above') {
  const { random, language, domain } = maker
  const keys = drawList(maker, {
    key: 'code',
    dimensions: 0,
    measures: 0,
    hasRemarks: false,
    hasDay: random.chance(0.5),
    rows: [4, 12],
  })
  const count = random.whole(2, 4)
  const words = language === 'ja' ? ['品目', '数量'] : ['Part', 'Qty']
  const round = (n: number) => (language === 'ja' ? `第${n}回` : `Round ${n}`)
  const groups = Array.from({ length: count }, (_, n) => n + 1)
  const columns = groups.flatMap((n): ListColumn[] =>
    words.map((word, place) => ({
      name: number === 'behind' ? `${word}${n}` : word,
      kind: place === 0 ? 'label' : 'measure',
      ...(number === 'above' ? { group: round(n) } : {}),
    })),
  )
  const members = random.one(domain.dimensions).members
  const rounds = keys.rows.map(() =>
    groups.map((n) => (n === 1 || random.chance(0.75) ? [random.one(members), random.whole(1, 90)] : [null, null])),
  )
  const wide: ListData = {
    columns: [...keys.columns, ...columns],
    rows: keys.rows.map((row, n) => [...row, ...(rounds[n] ?? []).flat()]),
  }
  const block = listBlock({ ...maker, absent: '' }, wide)
  const long = keys.rows.flatMap((row, n) =>
    (rounds[n] ?? []).flatMap(([item, quantity], place) =>
      item == null
        ? []
        : [[...row, number === 'above' ? round(place + 1) : String(place + 1), item ?? null, quantity ?? null]],
    ),
  )
  const named = keys.columns.map(({ name }) => ({ name, isMeasure: false }))
  const table: TrueTable = {
    id: 'rounds',
    kind: 'list',
    columns: [
      ...named,
      { name: null, isMeasure: false },
      { name: words[0] ?? null, isMeasure: false },
      { name: words[1] ?? null, isMeasure: true },
    ],
    rows: long,
    totals: [],
    rowCounts: [long.length],
  }
  return { ...block, tables: [table] }
}
