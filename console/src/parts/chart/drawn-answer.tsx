import { useEffect, useRef } from 'react'
import { useWords } from '../../words/words.ts'
import { useSize } from '../grid/use-size.ts'
import type { Answer, ChartChoice } from './answer.ts'
import { answerSpec } from './answer-spec.ts'
import { chartWords } from './chart-words.ts'
import { drawChart } from './draw-chart.ts'

/** An answer as a chart, as large as its place. Vega is loaded with it, and only with it. */
export function DrawnAnswer({ answer, choice }: { answer: Answer; choice: ChartChoice }) {
  const w = useWords(chartWords)
  const frame = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(frame)
  const spec = JSON.stringify(width > 0 && height > 0 ? answerSpec(answer, choice, w, { width, height }) : null)
  useEffect(() => {
    const place = frame.current
    if (!place || spec === 'null') return
    return drawChart(place, JSON.parse(spec))
  }, [spec])
  const name = (place: number | null) => (place === null ? '' : (answer.columns[place]?.name ?? ''))
  const said = w.said(w.kinds[choice.kind], choice.y.map(name).join(', '), name(choice.x))
  return <div className="drawn-answer" role="img" aria-label={said} ref={frame} />
}
