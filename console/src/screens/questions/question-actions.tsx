import type { Wire } from '@bindery-data/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Button, IconButton } from '../../parts/controls/button.tsx'
import { Confirm } from '../../parts/overlays/confirm.tsx'
import { Menu, MenuItem, type Spot, spotOf } from '../../parts/overlays/menu.tsx'
import { toast, toastProblem } from '../../parts/overlays/toasts.tsx'
import { client } from '../../service/client.ts'
import { useWords } from '../../words/words.ts'
import { NameQuestion } from './name-question.tsx'
import { refreshQuestions } from './questions.ts'
import { questionsWords } from './questions-words.ts'

type Body = Omit<Parameters<typeof client.api.createQuestion>[0]['body'], 'name'>

type Props = {
  /** Undefined where nothing is saved yet. */
  question: Wire.Question | undefined
  /** What is asked and drawn now. */
  content: Body
  isChanged: boolean
  suggested: string
  onReset: () => void
}

/** Saving, under this name or another; renaming and deleting. */
export function QuestionActions({ question, content, isChanged, suggested, onReset }: Props) {
  const w = useWords(questionsWords)
  const workbookId = useWorkbookId()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'save' | 'rename' | 'remove' | null>(null)
  const [spot, setSpot] = useState<Spot | null>(null)
  const saving = useMutation({
    mutationFn: ({ question_id, version }: Wire.Question) =>
      client.api.changeQuestion({
        workbook_id: workbookId,
        question_id,
        body: { ...content, expected_version: version },
      }),
    onSuccess: async (saved) => {
      await refreshQuestions(workbookId)
      onReset()
      toast(w.saved(saved.name))
    },
    onError: toastProblem,
  })
  const open = (saved: Wire.Question) => {
    setAsked(null)
    const params = { workbookId, questionId: saved.question_id }
    void navigate({ to: '/w/$workbookId/questions/$questionId', params, search: {} })
  }
  return (
    <>
      {question && isChanged ? (
        <>
          <Button look="quiet" icon="undo" onClick={onReset}>
            {w.reset}
          </Button>
          <Button onClick={() => setAsked('save')}>{w.saveAs}</Button>
          <Button look="main" isBusy={saving.isPending} onClick={() => saving.mutate(question)}>
            {w.save}
          </Button>
        </>
      ) : null}
      {question ? (
        <IconButton
          icon="more"
          name={w.more}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => setSpot(spotOf(currentTarget))}
        />
      ) : (
        <Button look="main" onClick={() => setAsked('save')}>
          {w.save}
        </Button>
      )}
      {spot ? (
        <Menu label={w.more} at={spot} onClose={() => setSpot(null)}>
          <MenuItem onSelect={() => setAsked('rename')}>{w.rename}</MenuItem>
          <MenuItem onSelect={() => setAsked('save')}>{w.saveAs}</MenuItem>
          <MenuItem isDangerous onSelect={() => setAsked('remove')}>
            {w.removeQuestion}
          </MenuItem>
        </Menu>
      ) : null}
      {asked === 'save' || asked === 'rename' ? (
        <NameQuestion
          content={content}
          question={asked === 'rename' ? question : undefined}
          suggested={suggested}
          onDone={asked === 'save' ? open : () => setAsked(null)}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked === 'remove' && question ? (
        <Confirm
          title={w.removeTitle(question.name)}
          text={w.removeText}
          name={w.removeDo}
          onConfirm={async () => {
            const { question_id } = question
            await client.api.deleteQuestion({ workbook_id: workbookId, question_id })
            await navigate({ to: '/w/$workbookId/questions', params: { workbookId } })
            await refreshQuestions(workbookId)
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  )
}
