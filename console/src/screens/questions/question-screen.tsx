import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams, useSearch } from '@tanstack/react-router'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Asked } from '../../parts/answers/asked.tsx'
import { questionQuery } from './questions.ts'
import { SqlQuestion } from './sql-question.tsx'
import { draftOf } from './summary-draft.ts'
import { SummaryScreen } from './summary-screen.tsx'

/** A saved question: its answer as of now, for who looks. */
export function QuestionScreen() {
  const workbookId = useWorkbookId()
  const { questionId } = useParams({ from: '/w/$workbookId/questions/$questionId' })
  const { draft } = useSearch({ from: '/w/$workbookId/questions/$questionId' })
  return (
    <Asked query={useQuery(questionQuery(workbookId, questionId))}>
      {(question) => {
        const saved = draftOf(question)
        if (!saved) return <SqlQuestion key={question.question_id} question={question} />
        return <SummaryScreen question={question} saved={saved} draft={draft ?? saved} />
      }}
    </Asked>
  )
}

/** A summary that is not saved yet. */
export function NewQuestionScreen() {
  const workbookId = useWorkbookId()
  const { draft } = useSearch({ from: '/w/$workbookId/summarise' })
  if (!draft) return <Navigate to="/w/$workbookId/questions" params={{ workbookId }} replace />
  return <SummaryScreen question={undefined} saved={undefined} draft={draft} />
}
