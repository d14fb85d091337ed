import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Asked } from '../../parts/answers/asked.tsx'
import { drawChart } from '../../parts/chart/draw-chart.ts'
import { SelectField } from '../../parts/controls/field.tsx'
import { type CellKind, kindOf } from '../../parts/grid/cells/typed-text.ts'
import { useSize } from '../../parts/grid/use-size.ts'
import { useWords } from '../../words/words.ts'
import { CHART_KINDS, type ChartKind, chartSpec, type Drawing } from './chart-spec.ts'
import { firstRows, type Result } from './result-pages.ts'
import { sqlWords } from './sql-words.ts'

/** A chart of more says no more. */
const MOST_ROWS = 5_000

/** A result drawn: which column goes across, which up, and which colours it. */
export function ResultChart({ result }: { result: Result }) {
  const w = useWords(sqlWords)
  const kinds = new Map(result.columns.map(({ name, type }) => [name, kindOf(type)]))
  const [drawing, setDrawing] = useState(() => firstDrawing(kinds))
  const read = useQuery({
    queryKey: ['result', result.manifest.id, MOST_ROWS],
    queryFn: ({ signal }) => firstRows(result, MOST_ROWS, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!drawing) return <p className="soft">{w.chartNeeds}</p>
  const change = (part: Partial<Drawing>) => setDrawing({ ...drawing, ...part })
  const names = [...kinds.keys()].map((name) => ({ value: name, name }))
  const numbers = names.filter(({ value }) => kinds.get(value) === 'number')
  const kindOptions = CHART_KINDS.map((kind) => ({ value: kind, name: w.chartKinds[kind] }))
  return (
    <div className="result-chart">
      <div className="chart-choices">
        <SelectField
          label={w.chartKind}
          value={drawing.kind}
          options={kindOptions}
          onChange={({ target }) => change({ kind: kindNamed(target.value) })}
        />
        <SelectField
          label={w.chartX}
          value={drawing.x}
          options={names}
          onChange={({ target }) => change({ x: target.value })}
        />
        <SelectField
          label={w.chartY}
          value={drawing.y}
          options={numbers}
          onChange={({ target }) => change({ y: target.value })}
        />
        <SelectField
          label={w.chartColor}
          value={drawing.color ?? ''}
          options={[{ value: '', name: w.nothing }, ...names]}
          onChange={({ target }) => change({ color: target.value || null })}
        />
        {result.manifest.row_count > MOST_ROWS ? <p className="soft">{w.chartFirst(MOST_ROWS)}</p> : null}
      </div>
      <Asked query={read}>{(rows) => <Drawn drawing={drawing} kinds={kinds} rows={rows} />}</Asked>
    </div>
  )
}

type DrawnProps = {
  drawing: Drawing
  kinds: ReadonlyMap<string, CellKind>
  rows: Awaited<ReturnType<typeof firstRows>>
}

function Drawn({ drawing, kinds, rows }: DrawnProps) {
  const w = useWords(sqlWords)
  const frame = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(frame)
  const spec = JSON.stringify(width > 0 ? chartSpec(drawing, kinds, rows, { width, height }) : null)
  useEffect(() => {
    const place = frame.current
    if (!place || spec === 'null') return
    return drawChart(place, JSON.parse(spec))
  }, [spec])
  const said = w.chartSaid(w.chartKinds[drawing.kind], drawing.y, drawing.x)
  return <div className="chart-frame" role="img" aria-label={said} ref={frame} />
}

const kindNamed = (text: string): ChartKind => CHART_KINDS.find((kind) => kind === text) ?? 'bar'

/** Numbers go up; across goes the first column that is none. */
function firstDrawing(kinds: ReadonlyMap<string, CellKind>): Drawing | null {
  const names = [...kinds.keys()]
  const y = names.findLast((name) => kinds.get(name) === 'number')
  if (y === undefined) return null
  const x = names.find((name) => kinds.get(name) !== 'number') ?? names.find((name) => name !== y) ?? y
  const isInTime = kinds.get(x) === 'date' || kinds.get(x) === 'timestamp'
  return { kind: isInTime ? 'line' : 'bar', x, y, color: null }
}
