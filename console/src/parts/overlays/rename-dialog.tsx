import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../../words/words.ts'
import { TextField } from '../controls/field.tsx'
import { partsWords } from '../parts-words.ts'
import { FormDialog } from './form-dialog.tsx'

type Props = {
  title: string
  label: string
  name: string
  maxLength?: number
  onRename: (name: string) => Promise<unknown>
  onClose: () => void
}

/** Gives something another name. */
export function RenameDialog({ title, label, name, maxLength = 120, onRename, onClose }: Props) {
  const w = useWords(partsWords)
  const [typed, setTyped] = useState(name)
  const sending = useMutation({ mutationFn: () => onRename(typed.trim()), onSuccess: onClose })
  return (
    <FormDialog
      title={title}
      action={w.rename}
      sending={{ ...sending, mutate: () => sending.mutate() }}
      isReady={typed.trim() !== '' && typed.trim() !== name}
      onClose={onClose}
    >
      <TextField
        label={label}
        value={typed}
        maxLength={maxLength}
        onChange={({ target }) => setTyped(target.value)}
        autoFocus
      />
    </FormDialog>
  )
}
