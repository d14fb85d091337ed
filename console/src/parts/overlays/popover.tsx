import * as Radix from '@radix-ui/react-popover'
import { type ReactNode, useRef } from 'react'
import type { Spot } from './menu.tsx'
import './popover.css'

type Props = {
  label: string
  at: Spot
  onClose: () => void
  focusAfter?: () => HTMLElement | null | undefined
  children: ReactNode
}

/** A panel of fields beside what it belongs to. Stands while it is rendered. What has `data-first` gets the focus. */
export function Popover({ label, at, onClose, focusAfter, children }: Props) {
  const anchor = useRef({ getBoundingClientRect: () => new DOMRect() })
  anchor.current = { getBoundingClientRect: () => new DOMRect(at.left, at.top, at.width, at.height) }
  return (
    <Radix.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal>
        <Radix.Content
          className="popover"
          aria-label={label}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            const first =
              event.target instanceof Element ? event.target.querySelector<HTMLElement>('[data-first]') : null
            if (!first) return
            event.preventDefault()
            first.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            focusAfter?.()?.focus()
          }}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
