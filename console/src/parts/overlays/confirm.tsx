import { useState } from 'react'
import { useWords } from '../../words/words.ts'
import { ProblemNote } from '../answers/problem-note.tsx'
import { Button } from '../controls/button.tsx'
import { partsWords } from '../parts-words.ts'
import { Dialog } from './dialog.tsx'

type Props = {
  title: string
  text: string
  /** What the button says that does it. */
  name: string
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks before something is done that cannot be taken back. */
export function Confirm({ title, text, name, onConfirm, onClose }: Props) {
  const w = useWords(partsWords)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const run = async () => {
    setBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch (refused) {
      setError(refused)
      setBusy(false)
    }
  }
  const actions = (
    <>
      <Button onClick={onClose}>{w.cancel}</Button>
      <Button look="danger" isBusy={isBusy} onClick={() => void run()}>
        {name}
      </Button>
    </>
  )
  return (
    <Dialog title={title} onClose={onClose} actions={actions}>
      <p>{text}</p>
      {error ? <ProblemNote error={error} /> : null}
    </Dialog>
  )
}
