import * as Dropdown from '@radix-ui/react-dropdown-menu'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon.tsx'
import './menu.css'

/** Where on the page something stands: a button, or the point that was pressed. */
export type Spot = { left: number; top: number; width: number; height: number }

export const spotOf = (element: Element): Spot => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { left, top, width, height }
}

type Props = {
  label: string
  at: Spot
  onClose: () => void
  /** The focus goes there when the menu closes and nothing else was opened from it. */
  focusAfter?: () => HTMLElement | null | undefined
  children: ReactNode
}

/** A list of commands that stands while it is rendered. Not modal: that would need a style without a nonce. */
export function Menu({ label, at, onClose, focusAfter, children }: Props) {
  return (
    <Dropdown.Root open modal={false} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dropdown.Trigger asChild>
        <button type="button" className="menu-anchor" tabIndex={-1} style={{ ...at }}>
          {label}
        </button>
      </Dropdown.Trigger>
      <Dropdown.Portal>
        <Dropdown.Content
          className="menu"
          align="start"
          sideOffset={2}
          collisionPadding={8}
          loop
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (document.activeElement === document.body || document.activeElement === null) focusAfter?.()?.focus()
          }}
        >
          {children}
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown.Root>
  )
}

type ItemProps = {
  onSelect: () => void
  children: ReactNode
  icon?: IconName
  /** The key that does the same. */
  keys?: string
  isDangerous?: boolean
  isDisabled?: boolean
}

export function MenuItem({ onSelect, children, icon, keys, isDangerous = false, isDisabled = false }: ItemProps) {
  return (
    <Dropdown.Item
      className={isDangerous ? 'menu-item danger' : 'menu-item'}
      disabled={isDisabled}
      // A dialog that it opens takes the focus after the menu has let it go.
      onSelect={() => setTimeout(onSelect)}
    >
      {icon ? <Icon name={icon} /> : <span className="icon" />}
      <span className="menu-text">{children}</span>
      {keys ? <kbd>{keys}</kbd> : null}
    </Dropdown.Item>
  )
}

/** An item that leads to another page. */
export function MenuLink({ children }: { children: ReactNode }) {
  return (
    <Dropdown.Item className="menu-item" asChild>
      {children}
    </Dropdown.Item>
  )
}

export const MenuLine = () => <Dropdown.Separator className="menu-line" />
