import type { Wire } from '@bindery-data/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { Loading } from '../../parts/answers/loading.tsx'
import { ProblemNote } from '../../parts/answers/problem-note.tsx'
import { type Answer, answerOf, type ChartChoice, type Period } from '../../parts/chart/answer.ts'
import { AnswerView } from '../../parts/chart/answer-view.tsx'
import { useWords } from '../../words/words.ts'
import { questionsWords } from './questions-words.ts'

type Props = {
  query: UseQueryResult<Wire.QueryResult>
  periods: readonly (Period | null)[]
  choiceFor: (answer: Answer) => ChartChoice
  pivot: number | null
  /** Gives columns the names that people read. */
  naming?: (answer: Answer) => Answer
}

const same = (answer: Answer) => answer

/** What was answered, how many rows it has, and whether it can be relied on. */
export function QuestionAnswer({ query, periods, choiceFor, pivot, naming = same }: Props) {
  const w = useWords(questionsWords)
  const { data, error } = query
  if (error) return <ProblemNote error={error} />
  if (!data) return <Loading />
  const answer = naming(answerOf(data, periods))
  const stale = data.tables.filter((table) => table.stale).map(({ name }) => name)
  return (
    <div className="question-answer">
      <div className="question-drawing">
        <AnswerView answer={answer} choice={choiceFor(answer)} pivot={pivot} />
      </div>
      <p className="soft" role="status">
        {w.rows(data.row_count)}
        {data.truncated ? ` · ${w.truncated}` : null}
        {stale.length > 0 ? <span className="stale"> · {w.stale(stale.join(', '))}</span> : null}
      </p>
    </div>
  )
}
