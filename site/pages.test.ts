import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { llmsText, plainAddress } from './llms-text.ts'
import { chapters, japaneseOf } from './pages.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const found = (pattern: string) => globSync(pattern, { cwd: ROOT })

const folders = [found('docs/recipes/*.md'), found('docs/operations/*.md'), found('docs/problems/*.md')] as const
const every = chapters(...folders)
const files = new Set(every.flatMap(({ pages }) => pages.map(({ file }) => file)))
/** The English page that each one in Japanese stands for. */
const englishOf = new Map(every.flatMap(({ pages }) => pages.map((page) => [japaneseOf(page), page.file])))

test('every page of the documentation is on the site', () => {
  const missing = found('docs/**/*.md').filter((file) => !file.startsWith('docs/ja/') && !files.has(file))

  expect(missing).toEqual([])
})

test('every page in Japanese stands for one in English', () => {
  const alone = found('docs/ja/**/*.md').filter((file) => !englishOf.has(file))

  expect(alone).toEqual([])
})

test('every guide is there in Japanese', () => {
  const guides = every.filter(({ isGuide }) => isGuide).flatMap(({ pages }) => pages)
  const missing = guides.filter(({ file }) => existsSync(join(ROOT, file))).map(japaneseOf)

  expect(missing.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

test('a page in Japanese has the code of the English one', () => {
  for (const file of found('docs/ja/**/*.md')) expect(codeOf(file), file).toEqual(codeOf(englishOf.get(file) ?? ''))
})

test('no page of the documentation links to what is not there', () => {
  const broken = found('{*.md,docs/**/*.md}').flatMap((file) =>
    linksOf(file)
      .filter((to) => !existsSync(join(ROOT, dirname(file), to)))
      .map((to) => `${file}: ${to}`),
  )

  expect(broken).toEqual([])
})

test('the list for programs names every page once, by its title and where it stands as Markdown', () => {
  const there = every.map((chapter) => ({
    ...chapter,
    pages: chapter.pages.filter(({ file }) => existsSync(join(ROOT, file))),
  }))

  const text = llmsText(there, (file) => readFileSync(join(ROOT, file), 'utf8'))

  const listed = [...text.matchAll(/^- \[(.+)\]\((\S+)\)$/gm)].map(([, title, to]) => [title, to])
  const pages = there.flatMap((chapter) => chapter.pages)
  expect(listed).toEqual(
    pages.map(({ file, at }) => [/^# (.+)$/m.exec(readFileSync(join(ROOT, file), 'utf8'))?.[1], plainAddress(at)]),
  )
  expect(new Set(listed.map(([, to]) => to)).size).toBe(listed.length)
})

const codeOf = (file: string) => readFileSync(join(ROOT, file), 'utf8').match(/^```[^\n]*\n[\s\S]*?^```$/gm) ?? []

/** To files, without the place inside them. Pages in Japanese name the files that their English ones name. */
function linksOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8').replace(/```[\s\S]*?```/g, '')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to)
  return file.startsWith('docs/ja/')
    ? []
    : links.filter((to) => !/^(?:[a-z]+:|#|\/)/.test(to)).map((to) => to.split('#')[0] ?? '')
}
