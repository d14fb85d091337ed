import type { ReactNode } from 'react'
import { Button } from '../../../parts/controls/button.tsx'
import { CopyText } from '../../../parts/controls/copy-text.tsx'
import { Dialog } from '../../../parts/overlays/dialog.tsx'
import { useWords } from '../../../words/words.ts'
import { credentialsWords } from './credentials-words.ts'

type Props = {
  secret: string
  onClose: () => void
  /** The secret with what is entered beside it, in the place of the secret alone. */
  children?: ReactNode
}

/** A secret that is shown now and never again. */
export function SecretOnce({ secret, onClose, children }: Props) {
  const w = useWords(credentialsWords)
  const done = (
    <Button look="main" onClick={onClose}>
      {w.done}
    </Button>
  )
  return (
    <Dialog title={w.madeTitle} onClose={onClose} actions={done}>
      <p>{w.madeText}</p>
      {children ?? <CopyText label={w.secret} text={secret} />}
    </Dialog>
  )
}
