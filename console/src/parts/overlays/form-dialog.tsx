import { type ReactNode, useId } from 'react'
import { useWords } from '../../words/words.ts'
import { ProblemNote } from '../answers/problem-note.tsx'
import { Button } from '../controls/button.tsx'
import { partsWords } from '../parts-words.ts'
import { Dialog } from './dialog.tsx'

type Props = {
  title: string
  /** What the button that sends it says. */
  action: string
  /** Of the form. */
  className?: string
  width?: 'large'
  /** What is under way, and why it failed. */
  sending: { mutate: () => void; isPending: boolean; error: Error | null }
  isReady: boolean
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog: sent by its button or by Enter, and shows why it was refused. */
export function FormDialog({ title, action, className, width, sending, isReady, onClose, children }: Props) {
  const parts = useWords(partsWords)
  const formId = useId()
  const actions = (
    <>
      <Button onClick={onClose}>{parts.cancel}</Button>
      <Button look="main" type="submit" form={formId} isBusy={sending.isPending} disabled={!isReady}>
        {action}
      </Button>
    </>
  )
  return (
    <Dialog title={title} onClose={onClose} actions={actions} {...(width ? { width } : {})}>
      <form
        id={formId}
        className={className}
        onSubmit={(event) => {
          event.preventDefault()
          sending.mutate()
        }}
      >
        {children}
      </form>
      {sending.error ? <ProblemNote error={sending.error} /> : null}
    </Dialog>
  )
}
