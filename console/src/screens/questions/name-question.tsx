import type { Wire } from '@bindery-data/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { TextField } from '../../parts/controls/field.tsx'
import { FormDialog } from '../../parts/overlays/form-dialog.tsx'
import { toast } from '../../parts/overlays/toasts.tsx'
import { client } from '../../service/client.ts'
import { useWords } from '../../words/words.ts'
import { refreshQuestions } from './questions.ts'
import { questionsWords } from './questions-words.ts'

type CreateBody = Parameters<typeof client.api.createQuestion>[0]['body']

type Props = {
  /** What is asked and drawn; of a question that only gets another name it is left out. */
  content: Omit<CreateBody, 'name'>
  question?: Wire.Question | undefined
  suggested?: string
  onDone: (question: Wire.Question) => void
  onClose: () => void
}

/** Gives a question its name, a new one or one that is there. */
export function NameQuestion({ content, question, suggested = '', onDone, onClose }: Props) {
  const w = useWords(questionsWords)
  const workbookId = useWorkbookId()
  const [name, setName] = useState(question?.name ?? suggested)
  const [description, setDescription] = useState(question?.description ?? '')
  const named = { name: name.trim(), description: description.trim() || null }
  const sending = useMutation({
    mutationFn: () =>
      question
        ? client.api.changeQuestion({ workbook_id: workbookId, question_id: question.question_id, body: named })
        : client.api.createQuestion({ workbook_id: workbookId, body: { ...content, ...named } }),
    onSuccess: async (saved) => {
      await refreshQuestions(workbookId)
      toast(w.saved(saved.name))
      onDone(saved)
    },
  })
  return (
    <FormDialog
      title={question ? w.renameTitle : w.saveTitle}
      action={question ? w.renameDo : w.saveDo}
      sending={sending}
      isReady={name.trim() !== ''}
      onClose={onClose}
    >
      {question ? null : <p className="soft">{w.saveText}</p>}
      <TextField label={w.name} value={name} autoFocus onChange={({ target }) => setName(target.value)} />
      <TextField label={w.description} value={description} onChange={({ target }) => setDescription(target.value)} />
    </FormDialog>
  )
}
