import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { enterByLink } from './service/session.ts'
import './style/tokens.css'
import './style/base.css'

const place = document.getElementById('console')
if (!place) throw new Error('index.html has a place for the console')

/** What a link shows stands outside of the console: its readers have no account. */
async function pageAt(path: string) {
  if (path === '/shared') return (await import('./screens/shared/shared-app.tsx')).SharedApp
  await enterByLink()
  return App
}

const Shown = await pageAt(location.pathname)
createRoot(place).render(
  <StrictMode>
    <Shown />
  </StrictMode>,
)
