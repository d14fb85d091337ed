import type { Cell } from '@bindery-data/sdk'
import type { TopLevelSpec } from 'vega-lite'
import { isCrowded } from '../../parts/chart/answer-spec.ts'
import type { CellKind } from '../../parts/grid/cells/typed-text.ts'

export const CHART_KINDS = ['bar', 'line', 'area', 'point'] as const
export type ChartKind = (typeof CHART_KINDS)[number]
export type Drawing = { kind: ChartKind; x: string; y: string; color: string | null }

type Row = Readonly<Record<string, Cell>>

/** A chart in Vega-Lite. Columns get plain names within, for a point or a bracket in a name would lead elsewhere. */
export function chartSpec(
  { kind, x, y, color }: Drawing,
  kinds: ReadonlyMap<string, CellKind>,
  rows: readonly Row[],
  { width, height }: { width: number; height: number },
): TopLevelSpec {
  const typeOf = (name: string) => TYPES[kinds.get(name) ?? 'text']
  const cellIn = (row: Row, name: string) => (kinds.get(name) === 'number' ? numberIn(row[name]) : (row[name] ?? null))
  const values = rows.map((row) => ({ x: cellIn(row, x), y: cellIn(row, y), color: color && cellIn(row, color) }))
  const isInTime = typeOf(x) === 'temporal'
  const isNamed = typeOf(x) === 'nominal'
  const named = values.map((value) => ({ x: String(value.x ?? '') }))
  return {
    width,
    height,
    autosize: { type: 'fit', contains: 'padding' },
    data: { values },
    mark: { type: kind, tooltip: true },
    encoding: {
      x: {
        field: 'x',
        type: typeOf(x),
        title: x,
        sort: null,
        axis: { labelAngle: isNamed && isCrowded(named, { width }) ? -40 : 0, labelLimit: 140, labelOverlap: true },
        ...(isInTime ? { scale: { type: 'utc' } } : {}),
      },
      // Points stand for themselves; what is drawn as one mark for each place is summed up there.
      y: { field: 'y', type: 'quantitative', title: y, ...(kind === 'point' ? {} : { aggregate: 'sum' }) },
      ...(color ? { color: { field: 'color', type: 'nominal', title: color } } : {}),
    },
    config: LOOK,
  }
}

const TYPES: Record<CellKind, 'nominal' | 'quantitative' | 'temporal'> = {
  text: 'nominal',
  number: 'quantitative',
  boolean: 'nominal',
  date: 'temporal',
  timestamp: 'temporal',
  other: 'nominal',
}

const numberIn = (value: Cell | undefined) => (value === null || value === undefined ? null : Number(value))

const mixed = (share: number) => `color-mix(in oklab, var(--accent) ${share}%, var(--good))`

const LOOK: NonNullable<TopLevelSpec['config']> = {
  aria: false,
  background: 'transparent',
  font: 'inherit',
  mark: { color: 'var(--accent)' },
  view: { stroke: 'transparent' },
  axis: {
    labelColor: 'var(--soft)',
    titleColor: 'var(--text)',
    gridColor: 'var(--edge)',
    domainColor: 'var(--edge-strong)',
    tickColor: 'var(--edge-strong)',
    labelFontSize: 12,
    titleFontSize: 12,
    titleFontWeight: 600,
    titlePadding: 10,
  },
  legend: { labelColor: 'var(--soft)', titleColor: 'var(--text)', labelFontSize: 12, titleFontSize: 12 },
  range: { category: ['var(--accent)', 'var(--good)', 'var(--region-frame)', mixed(50), 'var(--soft)', mixed(75)] },
}
