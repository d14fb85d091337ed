import { Button } from '../../../parts/controls/button.tsx'
import { CopyText } from '../../../parts/controls/copy-text.tsx'
import { Dialog } from '../../../parts/overlays/dialog.tsx'
import { useWords } from '../../../words/words.ts'
import { credentialsWords } from './credentials-words.ts'

/** A secret that is shown now and never again. */
export function SecretOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  const w = useWords(credentialsWords)
  const done = (
    <Button look="main" onClick={onClose}>
      {w.done}
    </Button>
  )
  return (
    <Dialog title={w.madeTitle} onClose={onClose} actions={done}>
      <p>{w.madeText}</p>
      <CopyText label={w.secret} text={secret} />
    </Dialog>
  )
}
