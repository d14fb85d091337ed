import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Button } from '../../../parts/controls/button.tsx'
import { toastProblem } from '../../../parts/overlays/toasts.tsx'
import { useWords } from '../../../words/words.ts'
import { commentWords } from './comment-words.ts'
import { type NewComment, useMentionable } from './use-comments.ts'

type Props = {
  label: string
  hint: string
  button: string
  text?: string
  onSend: (comment: NewComment) => Promise<void>
  onCancel?: () => void
}

type Person = { user_id: string; name: string }

/** A field for a comment. After an @ it offers the people who see the workbook. */
export function CommentBox({ label, hint, button, text: before = '', onSend, onCancel }: Props) {
  const w = useWords(commentWords)
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(before)
  const [isBusy, setBusy] = useState(false)
  const people = useMentionable(true)
  const offer = useOffer(people)
  const send = async () => {
    const said = text.trim()
    if (said === '' || isBusy) return
    setBusy(true)
    try {
      await onSend({ text: said, mentions: mentionedIn(said, people) })
      setText('')
    } catch (error) {
      toastProblem(error)
    } finally {
      setBusy(false)
    }
  }
  const take = ({ name }: Person) => {
    const caret = area.current?.selectionStart ?? text.length
    const head = text.slice(0, caret).replace(/@[^@\s]*$/, `@${name} `)
    setText(head + text.slice(caret))
    offer.close()
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(head.length, head.length)
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (offer.onKey(event, take)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
    if (event.key === 'Escape') onCancel?.()
  }
  return (
    <div className="comment-box">
      <textarea
        ref={area}
        className="input"
        rows={2}
        aria-label={label}
        placeholder={hint}
        value={text}
        role="combobox"
        aria-expanded={offer.found.length > 0}
        aria-controls={`${id}-people`}
        aria-autocomplete="list"
        aria-activedescendant={offer.found.length > 0 ? `${id}-${offer.chosen}` : undefined}
        onChange={({ target }) => {
          setText(target.value)
          offer.look(target.value.slice(0, target.selectionStart))
        }}
        onKeyDown={onKeyDown}
      />
      <OfferedPeople id={id} label={w.mention} found={offer.found} chosen={offer.chosen} onTake={take} />
      {text.trim() !== '' || onCancel ? (
        <div className="comment-buttons">
          {onCancel ? (
            <Button look="quiet" onClick={onCancel}>
              {w.cancel}
            </Button>
          ) : null}
          <Button isBusy={isBusy} disabled={text.trim() === ''} onClick={() => void send()}>
            {button}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

type OfferedProps = {
  id: string
  label: string
  found: readonly Person[]
  chosen: number
  onTake: (person: Person) => void
}

function OfferedPeople({ id, label, found, chosen, onTake }: OfferedProps) {
  return (
    <div id={`${id}-people`} role="listbox" aria-label={label} className="comment-people" tabIndex={-1}>
      {found.map((person, n) => (
        <div
          key={person.user_id}
          id={`${id}-${n}`}
          role="option"
          tabIndex={-1}
          aria-selected={n === chosen}
          onMouseDown={(event) => {
            event.preventDefault()
            onTake(person)
          }}
        >
          {person.name}
        </div>
      ))}
    </div>
  )
}

/** Who is meant by what stands after the last @. */
function useOffer(people: readonly Person[]) {
  const [asked, setAsked] = useState<string | null>(null)
  const [chosen, setChosen] = useState(0)
  const found =
    asked === null ? [] : people.filter(({ name }) => name.toLowerCase().includes(asked.toLowerCase())).slice(0, 6)
  const close = () => setAsked(null)
  return {
    found,
    chosen: Math.min(chosen, Math.max(0, found.length - 1)),
    close,
    look: (head: string) => {
      setAsked(/(?:^|\s|[、。（])@([^@\s]*)$/.exec(head)?.[1] ?? null)
      setChosen(0)
    },
    onKey: (event: KeyboardEvent, take: (person: Person) => void): boolean => {
      const person = found[Math.min(chosen, found.length - 1)]
      if (!person) return false
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step) setChosen((chosen + step + found.length) % found.length)
      else if (event.key === 'Enter' || event.key === 'Tab') take(person)
      else if (event.key === 'Escape') close()
      else return false
      event.preventDefault()
      return true
    },
  }
}

const mentionedIn = (text: string, people: readonly Person[]) =>
  people.filter(({ name }) => text.includes(`@${name}`)).map(({ user_id }) => user_id)
