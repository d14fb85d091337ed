import { type KeyboardEvent, useRef } from 'react'
import './tabs.css'

type Props<K extends string> = {
  label: string
  tabs: readonly { key: K; name: string }[]
  chosen: K
  onChoose: (key: K) => void
}

/** One of a few views of the same thing. Arrows go along them. */
export function Tabs<K extends string>({ label, tabs, chosen, onChoose }: Props<K>) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = tabs.findIndex(({ key }) => key === chosen)
    const next = (at + step + tabs.length) % tabs.length
    const tab = tabs[next]
    if (tab) onChoose(tab.key)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {tabs.map(({ key, name }) => (
        <button
          key={key}
          type="button"
          role="tab"
          aria-selected={key === chosen}
          tabIndex={key === chosen ? 0 : -1}
          onClick={() => onChoose(key)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }
