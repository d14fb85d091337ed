import type { TopLevelSpec } from 'vega-lite'
import { type Answer, type AnswerColumn, type ChartChoice, isMoment, numberIn, spellCell } from './answer.ts'

type Size = { width: number; height: number }

/** More slices, and more colours, look alike. */
const MOST_SLICES = 7
const MOST_SERIES = 8

type Point = { x: string; y: number | null; color: string }

/** The words of a chart that no column has. */
export type ChartTexts = { empty: string; others: string }

/** A chart in Vega-Lite. Columns get plain names within, for a point or a bracket in a name would lead elsewhere. */
export function answerSpec(answer: Answer, choice: ChartChoice, texts: ChartTexts, size: Size): TopLevelSpec {
  const points = pointsOf(answer, choice, texts)
  const [first] = choice.y
  const measure = first === undefined ? '' : (answer.columns[first]?.name ?? '')
  if (choice.kind === 'pie') return pieSpec(slicesOf(points, texts), size)
  const colors = new Set(points.map(({ color }) => color))
  const x = choice.x === null ? undefined : answer.columns[choice.x]
  const isLine = choice.kind === 'line'
  const isTime = isLine && x !== undefined && isMoment(x) && x.by === null
  const isSide = choice.kind === 'bar' && colors.size > 1
  return {
    ...size,
    autosize: { type: 'fit', contains: 'padding' },
    data: { values: points },
    mark: isLine
      ? { type: 'line', point: points.length <= 120, strokeWidth: 2, tooltip: true }
      : {
          type: 'bar',
          cornerRadiusEnd: 2,
          tooltip: true,
          ...(isWideBars(points, size) ? { width: WIDEST_BAR_PX } : {}),
        },
    encoding: {
      x: {
        field: 'x',
        type: isTime ? 'temporal' : 'ordinal',
        title: null,
        sort: null,
        axis: {
          labelAngle: isCrowded(points, size) ? -40 : 0,
          labelLimit: 140,
          labelOverlap: isTime || !hasRoom(points, size),
          grid: false,
        },
        ...(isTime ? { scale: { type: 'utc' } } : {}),
      },
      y: {
        field: 'y',
        type: 'quantitative',
        title: choice.y.length > 1 ? null : measure,
        axis: { tickCount: Math.max(2, Math.min(6, Math.floor(size.height / 70))), format: ',~f' },
        ...(isLine || isSide ? { stack: null } : { stack: 'zero' }),
      },
      ...(isSide ? { xOffset: { field: 'color', sort: null } } : {}),
      ...(colors.size > 1
        ? { color: { field: 'color', type: 'nominal', title: null, sort: null, legend: { orient: 'top', columns: 4 } } }
        : {}),
    },
    config: LOOK,
  }
}

function pieSpec(points: readonly Point[], { width, height }: Size): TopLevelSpec {
  const radius = Math.max(30, Math.min(width * 0.3, height / 2 - 12))
  return {
    width,
    height,
    autosize: { type: 'fit', contains: 'padding' },
    data: { values: [...points] },
    mark: { type: 'arc', innerRadius: radius * 0.58, outerRadius: radius, padAngle: 0.012, tooltip: true },
    encoding: {
      theta: { field: 'y', type: 'quantitative', stack: true },
      color: { field: 'x', type: 'nominal', title: null, sort: null, legend: { orient: 'right', labelLimit: 160 } },
      order: { field: 'y', type: 'quantitative', sort: 'descending' },
    },
    config: LOOK,
  }
}

/** A point for each row and measure. Measures have colours of their own unless a column makes them. */
function pointsOf({ columns, rows }: Answer, { kind, x, y, series }: ChartChoice, texts: ChartTexts): Point[] {
  const spell = (row: Answer['rows'][number], place: number | null) => {
    const column = place === null ? undefined : columns[place]
    return column ? spellCell(row[place ?? 0], column, texts.empty) : ''
  }
  const across = x === null ? undefined : columns[x]
  // Rows without a day have no place on a line.
  const drawn = kind === 'line' && across && isMoment(across) ? rows.filter((row) => row[x ?? 0] !== null) : rows
  const points = drawn.flatMap((row) =>
    y.map((place) => ({
      x: across && isMoment(across) && across.by === null ? String(row[x ?? 0] ?? '') : spell(row, x),
      y: numberIn(row[place]),
      color: series === null ? nameAt(columns, place) : spell(row, series),
    })),
  )
  return series === null ? points : withFewColors(points, texts)
}

const nameAt = (columns: readonly AnswerColumn[], place: number) => columns[place]?.name ?? ''

/** The smaller series are one. */
function withFewColors(points: readonly Point[], { others }: ChartTexts): Point[] {
  const sums = new Map<string, number>()
  for (const { color, y } of points) sums.set(color, (sums.get(color) ?? 0) + Math.abs(y ?? 0))
  if (sums.size <= MOST_SERIES) return [...points]
  const kept = new Set(
    [...sums]
      .sort((a, b) => b[1] - a[1])
      .slice(0, MOST_SERIES - 1)
      .map(([color]) => color),
  )
  const merged = new Map<string, Point>()
  for (const point of points) {
    const color = kept.has(point.color) ? point.color : others
    const key = JSON.stringify([point.x, color])
    const known = merged.get(key)
    merged.set(key, { ...point, color, y: (known?.y ?? 0) + (point.y ?? 0) })
  }
  return [...merged.values()]
}

function slicesOf(points: readonly Point[], { others }: ChartTexts): Point[] {
  const sorted = points.filter(({ y }) => (y ?? 0) > 0).toSorted((a, b) => (b.y ?? 0) - (a.y ?? 0))
  if (sorted.length <= MOST_SLICES) return sorted
  const rest = sorted.slice(MOST_SLICES - 1).reduce((sum, { y }) => sum + (y ?? 0), 0)
  return [...sorted.slice(0, MOST_SLICES - 1), { x: others, y: rest, color: others }]
}

const WIDEST_BAR_PX = 72

const isWideBars = (points: readonly Point[], { width }: Size) => {
  const { size } = new Set(points.map(({ x }) => x))
  const colors = new Set(points.map(({ color }) => color)).size
  return size > 0 && colors <= 1 && (width - 80) / size > WIDEST_BAR_PX * 1.3
}

export const isCrowded = (points: readonly Pick<Point, 'x'>[], { width }: Pick<Size, 'width'>) => {
  const names = new Set(points.map(({ x }) => x))
  const letters = Math.max(0, ...[...names].map((name) => name.length))
  return names.size * Math.min(letters, 20) * 7 > width - 60
}

/** A slanted name takes a line. Where every category has one, none is left out: a bar without a name says nothing. */
const hasRoom = (points: readonly Pick<Point, 'x'>[], { width }: Pick<Size, 'width'>) =>
  new Set(points.map(({ x }) => x)).size * LABEL_LINE_PX <= width - 60

const LABEL_LINE_PX = 14

const LOOK: NonNullable<TopLevelSpec['config']> = {
  aria: false,
  background: 'transparent',
  // Vega measures texts on a canvas, which inherits nothing.
  font: 'system-ui, "Noto Sans JP", "Noto Sans CJK JP", sans-serif',
  mark: { color: 'var(--chart-1)' },
  view: { stroke: 'transparent' },
  axis: {
    labelColor: 'var(--soft)',
    titleColor: 'var(--soft)',
    gridColor: 'var(--edge)',
    domainColor: 'var(--edge)',
    tickColor: 'var(--edge)',
    labelFontSize: 12,
    titleFontSize: 12,
    titleFontWeight: 500,
    titlePadding: 10,
    labelPadding: 6,
    domain: false,
    ticks: false,
  },
  legend: { labelColor: 'var(--text)', labelFontSize: 12, symbolType: 'circle', symbolStrokeWidth: 0 },
  range: { category: Array.from({ length: 8 }, (_, n) => `var(--chart-${n + 1})`) },
}
