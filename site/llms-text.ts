import type { Chapter } from './pages.ts'

const PROMISE = 'Turns the spreadsheets people really send each other into typed, versioned, governed tables, and back.'

/** Where the site has a page as it was written. */
export const plainAddress = (at: string) => `/${at.replace(/\/README$/, '')}.md`

/** The list of all pages for readers that are programs (llmstxt.org), each as Markdown. */
export function llmsText(chapters: readonly Chapter[], textOf: (file: string) => string): string {
  const lines = chapters.flatMap(({ label, pages }) => [
    '',
    `## ${label}`,
    '',
    ...pages.map(({ file, at }) => `- [${/^# (.+)$/m.exec(textOf(file))?.[1] ?? at}](${plainAddress(at)})`),
  ])
  return `# Bindery\n\n> ${PROMISE}\n${lines.join('\n')}\n`
}
