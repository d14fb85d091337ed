import type { Wire } from '@bindery-data/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { toast, toastProblem } from '../../parts/overlays/toasts.tsx'
import { client } from '../../service/client.ts'
import { useWords } from '../../words/words.ts'
import { NameQuestion } from '../questions/name-question.tsx'
import { refreshQuestions } from '../questions/questions.ts'
import { sqlWords } from './sql-words.ts'

type Props = { sql: string; question: Wire.Question | undefined; isReady: boolean }

/** Keeps the SQL as a question, or in the question it was opened from. */
export function SaveQuestion({ sql, question, isReady }: Props) {
  const w = useWords(sqlWords)
  const workbookId = useWorkbookId()
  const navigate = useNavigate()
  const [isNaming, setNaming] = useState(false)
  const open = ({ question_id: questionId }: Wire.Question) =>
    navigate({ to: '/w/$workbookId/questions/$questionId', params: { workbookId, questionId }, search: {} })
  const saving = useMutation({
    mutationFn: ({ question_id, version }: Wire.Question) =>
      client.api.changeQuestion({
        workbook_id: workbookId,
        question_id,
        body: { sql, expected_version: version },
      }),
    onSuccess: async (saved) => {
      await refreshQuestions(workbookId)
      toast(w.questionSaved(saved.name))
      await open(saved)
    },
    onError: toastProblem,
  })
  return (
    <>
      <Button
        disabled={!isReady}
        isBusy={saving.isPending}
        onClick={() => (question ? saving.mutate(question) : setNaming(true))}
      >
        {question ? w.updateQuestion : w.saveQuestion}
      </Button>
      {isNaming ? (
        <NameQuestion content={{ sql }} onDone={(saved) => void open(saved)} onClose={() => setNaming(false)} />
      ) : null}
    </>
  )
}
