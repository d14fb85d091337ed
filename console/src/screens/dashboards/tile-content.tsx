import type { Wire } from '@bindery-data/sdk'
import { BinderyProblem, isProblem } from '@bindery-data/sdk'
import { useQuery } from '@tanstack/react-query'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Loading } from '../../parts/answers/loading.tsx'
import { ProblemLine } from '../../parts/answers/problem-line.tsx'
import { ProblemNote } from '../../parts/answers/problem-note.tsx'
import { answerOf, firstChoice } from '../../parts/chart/answer.ts'
import { AnswerView } from '../../parts/chart/answer-view.tsx'
import { useWords } from '../../words/words.ts'
import { answerQuery } from '../questions/questions.ts'
import { questionsWords } from '../questions/questions-words.ts'
import { draftOf, namedAnswer, periodsOf, pivotPlace } from '../questions/summary-draft.ts'
import type { Tile } from './dashboards.ts'
import { dashboardsWords } from './dashboards-words.ts'
import { TextTile } from './text-tile.tsx'
import { ViewRows } from './view-rows.tsx'

type Props = { tile: Tile; question: Wire.Question | undefined; view: Wire.SavedView | undefined }

/** What a tile shows: an answer, the rows of a view, or a text. */
export function TileContent({ tile, question, view }: Props) {
  const w = useWords(dashboardsWords)
  switch (tile.kind) {
    case 'question':
      return question ? <QuestionTile question={question} /> : <p className="soft">{w.goneQuestion}</p>
    case 'view':
      return view ? <ViewRows view={view} /> : <p className="soft">{w.goneView}</p>
    case 'text':
      return <TextTile text={tile.text ?? ''} />
  }
}

function QuestionTile({ question }: { question: Wire.Question }) {
  const w = useWords(dashboardsWords)
  const q = useWords(questionsWords)
  const { data, error } = useQuery(answerQuery(useWorkbookId(), question.question_id))
  if (isProblem(error, 'unknown_column')) return <p className="soft">{w.notForYou}</p>
  if (error instanceof BinderyProblem) return <ProblemLine error={error} />
  if (error) return <ProblemNote error={error} />
  if (!data) return <Loading />
  const draft = draftOf(question)
  const plain = answerOf(data, draft ? periodsOf(draft) : [])
  const answer = draft
    ? namedAnswer(draft, plain, (measure) => q.figure[measure.function](measure.column ?? ''))
    : plain
  return (
    <>
      <AnswerView
        answer={answer}
        choice={question.chart ?? firstChoice(answer)}
        pivot={draft ? pivotPlace(draft) : null}
      />
      {data.tables.some(({ stale }) => stale) ? <small className="stale tile-stale">{w.stale}</small> : null}
    </>
  )
}
