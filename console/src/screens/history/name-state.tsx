import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { ProblemNote } from '../../parts/problem-note.tsx'
import { toast } from '../../parts/toasts.tsx'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import { historyWords } from './history-words.ts'

/** Gives the state of now a name under which it can be found and brought back. */
export function NameState({ workbookId, onClose }: { workbookId: string; onClose: () => void }) {
  const w = useWords(historyWords)
  const form = useId()
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    commit.mutate()
  }
  const actions = (
    <>
      <Button onClick={onClose}>{w.cancel}</Button>
      <Button look="main" type="submit" form={form} isBusy={commit.isPending} disabled={label.trim() === ''}>
        {w.commitNow}
      </Button>
    </>
  )
  return (
    <Dialog title={w.commitTitle} onClose={onClose} actions={actions}>
      <form id={form} className="history-form" onSubmit={submit}>
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
      </form>
      {commit.error ? <ProblemNote error={commit.error} /> : null}
    </Dialog>
  )
}
