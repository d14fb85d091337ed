import { type Dimension, drawFigure, type Measure } from '../fields/domain.ts'
import type { TrueTable, TrueValue } from '../truth.ts'
import { type Maker, mixed, some } from './maker.ts'
import { dayOf, serialOf } from './spell-cell.ts'

/** Records as they are known before they are laid out. */
export type ListData = { columns: readonly ListColumn[]; rows: readonly (readonly TrueValue[])[] }

export type ListColumn = {
  name: string
  /** A word above this column and its neighbours. */
  group?: string
  /** A measure is what the other fields identify: mostly a figure, sometimes an answer or a mark. */
  kind: 'label' | 'day' | 'measure'
  /** No cell of the sheet names it. */
  isUnnamed?: true
  measure?: Measure
}

export type ListOptions = {
  rows?: readonly [number, number]
  /** A number, a code, or nothing but the thing itself names a record. */
  key?: 'number' | 'code' | 'padded' | 'none'
  hasDay?: boolean
  dimensions?: number
  measures?: number
  hasRemarks?: boolean
}

/** A list of the maker's subject; what is not wished for is left to chance. */
export function drawList(maker: Maker, wish: ListOptions = {}): ListData {
  const { random, domain, words } = maker
  const count = random.whole(...(wish.rows ?? [4, 24]))
  const fields: Field[] = []
  const key = wish.key ?? random.one(['number', 'code', 'padded', 'none'])
  if (key !== 'none') fields.push(keyField(maker, key))
  if (wish.hasDay ?? random.chance(0.4)) fields.push(dayField(maker))
  fields.push(key === 'none' ? uniqueField(maker, domain.thing) : memberField(maker, domain.thing))
  for (const one of some(random, domain.dimensions, wish.dimensions ?? random.whole(0, 2)))
    fields.push(memberField(maker, one))
  for (const one of some(random, domain.measures, wish.measures ?? random.whole(1, 4)))
    fields.push(measureField(maker, one))
  if (wish.hasRemarks ?? random.chance(0.3)) {
    const draw = () => (random.chance(0.3) ? random.one(domain.remarks) : null)
    fields.push({ column: { name: random.one(words.remark), kind: 'label' }, draw })
  }
  const rows = Array.from({ length: key === 'none' ? Math.min(count, domain.thing.members.length) : count }, (_, n) =>
    fields.map(({ draw }) => draw(n)),
  )
  return { columns: fields.map(({ column }) => column), rows }
}

type Field = { column: ListColumn; draw: (row: number) => TrueValue }

function keyField({ random, words }: Maker, key: 'number' | 'code' | 'padded'): Field {
  if (key === 'number') return { column: { name: random.one(words.number), kind: 'label' }, draw: (row) => row + 1 }
  const from = random.whole(1, 600)
  const step = random.whole(1, 7)
  const head = key === 'code' ? random.one(['A-', 'INV-', 'K', 'P2025-']) : ''
  const draw = (row: number) => `${head}${String(from + row * step).padStart(key === 'code' ? 3 : 6, '0')}`
  return { column: { name: random.one(words.code), kind: 'label' }, draw }
}

function dayField({ random, words }: Maker): Field {
  const first = serialOf('2025-04-01') + random.whole(-600, 300)
  const column: ListColumn = { name: random.one(words.day), kind: 'day' }
  let day = first
  return {
    column,
    draw: () => {
      day += random.whole(0, 5)
      return dayOf(day)
    },
  }
}

const memberField = ({ random }: Maker, { name, members }: Dimension): Field => ({
  column: { name, kind: 'label' },
  draw: () => random.one(members),
})

function uniqueField({ random }: Maker, { name, members }: Dimension): Field {
  const order = mixed(random, members)
  return { column: { name, kind: 'label' }, draw: (row) => order[row] ?? null }
}

export function measureField({ random, missing }: Maker, measure: Measure): Field {
  const draw = () => (random.chance(missing) ? null : drawFigure(random, measure))
  return { column: { name: measure.name, kind: 'measure', measure }, draw }
}

/** The name of a column with the word above it. */
export const fullName = ({ group, name }: ListColumn) => (group === undefined ? name : `${group}_${name}`)

export const trueList = (id: string, { columns, rows }: ListData, totals: TrueTable['totals'] = []): TrueTable => ({
  id,
  kind: 'list',
  columns: columns.map((column) => ({
    name: column.isUnnamed ? null : fullName(column),
    isMeasure: column.kind === 'measure',
  })),
  rows,
  totals,
  rowCounts: [rows.length],
})

/** The same records, sorted so that those with the same label stand together. */
export function groupedBy({ columns, rows }: ListData, column: number): ListData {
  const order = [...new Set(rows.map((row) => row[column]))]
  return { columns, rows: order.flatMap((label) => rows.filter((row) => row[column] === label)) }
}

/** The same records without a column. */
export const withoutColumn = ({ columns, rows }: ListData, column: number): ListData => ({
  columns: columns.filter((_, n) => n !== column),
  rows: rows.map((row) => row.filter((_, n) => n !== column)),
})
