import { keep, useKept } from '../../app/kept.ts'
import { useWords } from '../../words/words.ts'
import { sayProblem } from '../answers/problem-texts.ts'
import { Button, IconButton } from '../controls/button.tsx'
import { partsWords } from '../parts-words.ts'
import './toasts.css'

type Toast = { id: number; text: string; isBad: boolean; action: { name: string; run: () => void } | null }

const STAYS_MS = 6_000
const shown = keep<readonly Toast[]>([])
let next = 1

/** Says that something was done, with a way back where there is one. What needs an answer is a dialog; what failed is shown in its place. */
export function toast(text: string, { isBad = false, action = null }: Partial<Omit<Toast, 'id' | 'text'>> = {}) {
  const id = next++
  shown.set([...shown.get(), { id, text, isBad, action }])
  // Who is to do something is not hurried.
  if (!action) setTimeout(() => dismiss(id), STAYS_MS)
}

/** Says why something failed that has no place of its own to say it in. */
export const toastProblem = (error: unknown) => void sayProblem(error).then((text) => toast(text, { isBad: true }))

const dismiss = (id: number) => shown.set(shown.get().filter((each) => each.id !== id))

export function Toasts() {
  const w = useWords(partsWords)
  return (
    <div className="toasts" role="status" aria-live="polite">
      {useKept(shown).map(({ id, text, isBad, action }) => (
        <div key={id} className={isBad ? 'toast bad' : 'toast'}>
          <p>{text}</p>
          {action ? (
            <Button
              look="quiet"
              onClick={() => {
                dismiss(id)
                action.run()
              }}
            >
              {action.name}
            </Button>
          ) : null}
          <IconButton icon="close" name={w.dismiss} onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  )
}
