import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import './empty-state.css'

/** Where nothing is yet: what will be here, and the first thing to do. */
export function EmptyState({
  icon,
  title,
  text,
  children,
}: {
  icon: IconName
  title: string
  text: string
  children?: ReactNode
}) {
  return (
    <div className="empty-state">
      <Icon name={icon} />
      <h2>{title}</h2>
      <p className="soft">{text}</p>
      {children ? <div className="empty-actions">{children}</div> : null}
    </div>
  )
}
