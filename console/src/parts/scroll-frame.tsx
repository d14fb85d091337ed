import type { ReactNode } from 'react'
import './data-table.css'

/** Around a table that may be wider or longer than its room. */
export function ScrollFrame({
  label,
  className = '',
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={`data-table-frame ${className}`} tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}
