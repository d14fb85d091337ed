import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../parts/overlays/form-dialog.tsx'
import { useWords } from '../../words/words.ts'
import { proposalsWords } from './proposals-words.ts'

const SIDES = ['current', 'proposed'] as const
type Side = (typeof SIDES)[number]

/** Asks which side holds where both changed. */
export function ChooseValues({
  onChoose,
  onClose,
}: {
  onChoose: (side: Side) => Promise<unknown>
  onClose: () => void
}) {
  const w = useWords(proposalsWords)
  const [side, setSide] = useState<Side>('current')
  const sending = useMutation({ mutationFn: () => onChoose(side), onSuccess: onClose })
  const names = { current: w.applyCurrent, proposed: w.applyProposed }
  return (
    <FormDialog
      title={w.applyTitle}
      action={w.apply}
      className="proposal-choice"
      sending={sending}
      isReady
      onClose={onClose}
    >
      <p>{w.applyText}</p>
      {SIDES.map((each) => (
        <label key={each}>
          <input type="radio" name="side" checked={side === each} onChange={() => setSide(each)} />
          <span>{names[each]}</span>
        </label>
      ))}
    </FormDialog>
  )
}
