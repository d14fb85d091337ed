import { lazy, Suspense } from 'react'
import { useWords } from '../../words/words.ts'
import { type Answer, type ChartChoice, isNumeric, spellCell } from './answer.ts'
import { AnswerTable } from './answer-table.tsx'
import { chartWords } from './chart-words.ts'
import './answer-view.css'

const DrawnAnswer = lazy(async () => ({ default: (await import('./drawn-answer.tsx')).DrawnAnswer }))

type Props = {
  answer: Answer
  choice: ChartChoice
  /** The place of the column whose values go across in a table. */
  pivot?: number | null
}

/** The answer of a question: a chart, a number, or a table. */
export function AnswerView({ answer, choice, pivot = null }: Props) {
  const w = useWords(chartWords)
  if (answer.rows.length === 0) return <p className="soft answer-empty">{w.noRows}</p>
  if (choice.kind === 'number') return <BigNumber answer={answer} choice={choice} />
  const isDrawable = choice.y.some((place) => answer.columns[place] !== undefined && isNumeric(answer.columns[place]))
  if (choice.kind === 'table' || !isDrawable) return <AnswerTable answer={answer} pivot={pivot} />
  return (
    <Suspense fallback={<div className="drawn-answer" />}>
      <DrawnAnswer answer={answer} choice={choice} />
    </Suspense>
  )
}

function BigNumber({ answer: { columns, rows }, choice: { y } }: { answer: Answer; choice: ChartChoice }) {
  const place = y[0] ?? columns.findIndex(isNumeric)
  const column = columns[place] ?? columns[0]
  if (!column) return null
  return (
    <p className="big-number">
      <strong>{spellCell(rows[0]?.[Math.max(0, place)], column, '–')}</strong>
      <span className="soft">{column.name}</span>
    </p>
  )
}
