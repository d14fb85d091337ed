import { type ReactNode, useEffect } from 'react'
import './page.css'

/** The frame of every screen: its name, what can be done, and the content. `isWide`: the content takes all room and scrolls by itself. */
export function Page({
  title,
  about,
  actions,
  isWide = false,
  children,
}: {
  title: string
  about?: ReactNode
  actions?: ReactNode
  isWide?: boolean
  children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Bindery`
  }, [title])
  return (
    <div className={isWide ? 'page wide' : 'page'}>
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          {about ? <div className="page-about">{about}</div> : null}
        </div>
        {actions ? <div className="page-actions">{actions}</div> : null}
      </header>
      {children}
    </div>
  )
}
