import { useState } from 'react'
import { useWords } from '../../words/words.ts'
import { partsWords } from '../parts-words.ts'
import { Button } from './button.tsx'
import './copy-text.css'

const SAID_MS = 2_000

/** A text to take along: shown as it is, copied with one press. */
export function CopyText({ label, text, isBlock = false }: { label: string; text: string; isBlock?: boolean }) {
  const w = useWords(partsWords)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), SAID_MS)
  }
  const said = isCopied ? w.copied : w.copy
  return (
    <div className={isBlock ? 'copy-text block' : 'copy-text'}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section tabIndex={0} aria-label={label}>
        <pre>{text}</pre>
      </section>
      <Button aria-label={`${said}: ${label}`} onClick={() => void copy()}>
        <span aria-live="polite">{said}</span>
      </Button>
    </div>
  )
}
