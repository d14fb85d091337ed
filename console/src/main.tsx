import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { enterByLink } from './service/session.ts'
import './style/tokens.css'
import './style/base.css'

const place = document.getElementById('console')
if (!place) throw new Error('index.html has a place for the console')

await enterByLink()
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
