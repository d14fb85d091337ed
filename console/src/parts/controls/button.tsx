import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Icon, type IconName } from '../icon.tsx'
import './button.css'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** One main button at most on a screen. */
  look?: 'main' | 'plain' | 'quiet' | 'danger'
  icon?: IconName
  isBusy?: boolean
  children: ReactNode
}

export function Button({ look = 'plain', icon, isBusy = false, className = '', children, ...rest }: Props) {
  return (
    <button
      type="button"
      className={`button ${look} ${className}`}
      aria-busy={isBusy}
      {...rest}
      disabled={rest.disabled || isBusy}
    >
      {icon ? <Icon name={icon} /> : null}
      {children}
    </button>
  )
}

/** A button that shows nothing but a sign; its name is what it is called for those who hear it, and on hover. */
export function IconButton({
  icon,
  name,
  className = '',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { icon: IconName; name: string }) {
  return (
    <button type="button" className={`button quiet icon-only ${className}`} aria-label={name} title={name} {...rest}>
      <Icon name={icon} />
    </button>
  )
}
