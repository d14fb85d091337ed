import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useWords } from '../../words/words.ts'
import { IconButton } from '../controls/button.tsx'
import { partsWords } from '../parts-words.ts'
import './dialog.css'

type Props = {
  title: string
  onClose: () => void
  children: ReactNode
  /** Buttons at the foot, the one that does it last. */
  actions?: ReactNode
  width?: 'small' | 'large'
}

/** A dialog stands while it is rendered. The browser keeps the focus in it, closes it with Escape and gives the focus back. */
export function Dialog({ title, onClose, children, actions, width = 'small' }: Props) {
  const w = useWords(partsWords)
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={element}
      className={`dialog ${width}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header>
        <h2 id={titleId}>{title}</h2>
        <IconButton icon="close" name={w.close} onClick={onClose} />
      </header>
      <div className="dialog-content">{children}</div>
      {actions ? <footer>{actions}</footer> : null}
    </dialog>
  )
}
