import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { TextField } from '../../parts/controls/field.tsx'
import { FormDialog } from '../../parts/overlays/form-dialog.tsx'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import { homeWords } from './home-words.ts'

export function NewWorkbook({ onClose }: { onClose: () => void }) {
  const w = useWords(homeWords)
  const navigate = useNavigate()
  const [title, setTitle] = useState('')
  const create = useMutation({
    mutationFn: () => client.createWorkbook({ title: title.trim() }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: keys.workbooks() })
      await navigate({ to: '/w/$workbookId', params: { workbookId: id } })
    },
  })
  return (
    <FormDialog title={w.newTitle} action={w.newDo} sending={create} isReady={title.trim() !== ''} onClose={onClose}>
      <TextField label={w.newLabel} maxLength={200} value={title} onChange={({ target }) => setTitle(target.value)} />
    </FormDialog>
  )
}
