import { language } from '../words/language.ts'
import { keepInBrowser } from './kept.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export const theme = keepInBrowser('bindery.theme', THEMES, 'system')

/** The style sheet and screen readers go by what stands on the page itself. */
function show() {
  const page = document.documentElement
  page.lang = language.get()
  page.dataset.theme = theme.get()
}

theme.listen(show)
language.listen(show)
show()
