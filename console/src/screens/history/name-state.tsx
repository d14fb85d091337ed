import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { TextField } from '../../parts/controls/field.tsx'
import { FormDialog } from '../../parts/overlays/form-dialog.tsx'
import { toast } from '../../parts/overlays/toasts.tsx'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import { historyWords } from './history-words.ts'

/** Gives the state of now a name under which it can be found and brought back. */
export function NameState({ workbookId, onClose }: { workbookId: string; onClose: () => void }) {
  const w = useWords(historyWords)
  const [label, setLabel] = useState('')
  const [summary, setSummary] = useState('')
  const commit = useMutation({
    mutationFn: () => client.workbook(workbookId).commitVersion(label.trim(), summary ? { summary } : {}),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })
      toast(w.committed(label.trim()))
      onClose()
    },
  })
  return (
    <FormDialog
      title={w.commitTitle}
      action={w.commitNow}
      className="history-form"
      sending={commit}
      isReady={label.trim() !== ''}
      onClose={onClose}
    >
      <TextField
        label={w.label}
        hint={w.labelHint}
        value={label}
        required
        maxLength={120}
        onChange={(event) => setLabel(event.target.value)}
      />
      <TextField
        label={w.summary}
        value={summary}
        maxLength={500}
        onChange={(event) => setSummary(event.target.value)}
      />
    </FormDialog>
  )
}
