import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

type Acts = {
  onChoose: (index: number, isRange: boolean) => void
  onChooseAll: () => void
  onKey: (key: string) => void
}

/** A list that is walked with the keyboard: one row has the focus, and it stays in the list when rows go. */
export function useQueueKeys(length: number, { onChoose, onChooseAll, onKey }: Acts) {
  const inside = (index: number) => Math.max(0, Math.min(index, length - 1))
  const [wished, setActive] = useState(0)
  const active = inside(wished)
  const body = useRef<HTMLTableSectionElement>(null)
  const hadFocus = useRef(false)

  // A decided row goes and takes the focus with it: the next one has it then.
  useEffect(() => {
    if (hadFocus.current && length > 0 && document.activeElement === document.body) body.current?.rows[active]?.focus()
  }, [length, active])

  const walk = (step: number, isRange: boolean) => {
    const to = inside(active + step)
    if (isRange) onChoose(to, true)
    setActive(to)
    body.current?.rows[to]?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey } = event
    const hasControl = event.ctrlKey || event.metaKey
    const step = STEPS[key]
    if (event.altKey || event.nativeEvent.isComposing || isOnControl(event)) return
    if (hasControl && key === 'a') onChooseAll()
    else if (hasControl) return
    else if (step !== undefined) walk(step, shiftKey)
    else if (key === ' ' || key === 'x') onChoose(active, shiftKey)
    else return onKey(key.toLowerCase())
    event.preventDefault()
  }
  const onFocus = () => {
    hadFocus.current = true
  }
  return { active, setActive, body, onKeyDown, onFocus }
}

const STEPS: Record<string, number> = {
  ArrowDown: 1,
  ArrowUp: -1,
  j: 1,
  k: -1,
  PageDown: 10,
  PageUp: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** A blank presses the button it is on. */
const isOnControl = ({ target, key }: KeyboardEvent) =>
  key === ' ' && target instanceof Element && target.closest('button, input, a') !== null
