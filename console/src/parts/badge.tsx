import type { ReactNode } from 'react'
import './badge.css'

/** A word about the state of something. Stale is amber, and nothing else is. */
export function Badge({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'good' | 'bad' | 'stale' | 'accent'
  children: ReactNode
}) {
  return <span className={`badge ${tone}`}>{children}</span>
}
