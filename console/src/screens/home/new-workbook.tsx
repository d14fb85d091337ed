import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { partsWords } from '../../parts/parts-words.ts'
import { ProblemNote } from '../../parts/problem-note.tsx'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import { language } from '../../words/language.ts'
import { useWords } from '../../words/words.ts'
import { homeWords } from './home-words.ts'

export function NewWorkbook({ onClose }: { onClose: () => void }) {
  const w = useWords(homeWords)
  const parts = useWords(partsWords)
  const navigate = useNavigate()
  const formId = useId()
  const [title, setTitle] = useState('')
  const create = useMutation({
    mutationFn: () => client.createWorkbook({ title: title.trim(), language: language.get() }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: keys.workbooks() })
      await navigate({ to: '/w/$workbookId', params: { workbookId: id } })
    },
  })
  return (
    <Dialog
      title={w.newTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{parts.cancel}</Button>
          <Button look="main" type="submit" form={formId} isBusy={create.isPending} disabled={title.trim() === ''}>
            {w.newDo}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate()
        }}
      >
        <TextField label={w.newLabel} maxLength={200} value={title} onChange={({ target }) => setTitle(target.value)} />
      </form>
      {create.error ? <ProblemNote error={create.error} /> : null}
    </Dialog>
  )
}
