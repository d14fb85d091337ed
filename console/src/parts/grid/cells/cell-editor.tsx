import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'

/** How an edit began decides what arrows do: after typing over a cell they leave it, within its text they move. */
export type Editing = 'typing' | 'within' | null

export type Leave = 'down' | 'up' | 'left' | 'right' | 'stay'

type Props = {
  /** What is heard when the cell gets the focus. */
  label: string
  text: string
  editing: Editing
  isReadOnly: boolean
  isInvalid: boolean
  onBegin: () => void
  onCommit: (text: string, leave: Leave) => void
  onCancel: () => void
}

/**
 * Stands ready in the cell that has the focus, empty and unseen until something is typed: so an input method can begin to
 * compose at once, and its first letter is not lost.
 */
export function CellEditor({ label, text, editing, isReadOnly, isInvalid, onBegin, onCommit, onCancel }: Props) {
  const element = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a text that changes elsewhere must not replace what is being written.
  useLayoutEffect(() => {
    const area = element.current
    if (!area) return
    if (editing === 'within') {
      area.value = text
      area.setSelectionRange(text.length, text.length)
    } else if (editing === null) area.value = ''
  }, [editing])

  const leaveOn = (event: KeyboardEvent) => {
    // Enter, Escape and arrows belong to the input method while it composes.
    if (!editing || event.nativeEvent.isComposing || event.keyCode === 229) return
    event.stopPropagation()
    if (event.key === 'Escape') return stop(event, onCancel)
    if (event.key === 'Enter' && event.altKey) return stop(event, () => insertLineEnd(element.current))
    const leave = leaveFor(event, editing)
    if (leave) stop(event, () => onCommit(element.current?.value ?? '', leave))
  }

  return (
    <textarea
      ref={element}
      className={editing ? 'cell-editor open' : 'cell-editor'}
      data-focus=""
      rows={1}
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      readOnly={isReadOnly}
      spellCheck={false}
      autoComplete="off"
      onInput={() => editing ?? onBegin()}
      onCompositionStart={() => editing ?? onBegin()}
      onKeyDown={leaveOn}
      onBlur={() => editing && onCommit(element.current?.value ?? '', 'stay')}
    />
  )
}

function stop(event: KeyboardEvent, then: () => void) {
  event.preventDefault()
  then()
}

function leaveFor({ key, shiftKey }: KeyboardEvent, editing: Editing): Leave | null {
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  if (key === 'Tab') return shiftKey ? 'left' : 'right'
  if (editing === 'within') return null
  const arrows: Record<string, Leave> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' }
  return arrows[key] ?? null
}

function insertLineEnd(area: HTMLTextAreaElement | null) {
  area?.setRangeText('\n', area.selectionStart, area.selectionEnd, 'end')
}
