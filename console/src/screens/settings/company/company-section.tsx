import { type ReactNode, useId } from 'react'

/** A part of the screen under its heading. */
export function CompanySection({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="company-section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <p className="soft">{lead}</p>
      </header>
      {children}
    </section>
  )
}
