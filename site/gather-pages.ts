import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { llmsText, plainAddress } from './llms-text.ts'
import { type Chapter, chapters, japaneseOf, type Page } from './pages.ts'
import { referencePage } from './reference-page.ts'

/** Makes pages of the site out of the pages of the repository: a title, and links that lead somewhere in both. */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CONTENT = join(import.meta.dirname, 'src/content/docs')
const PUBLIC = join(import.meta.dirname, 'public')

const found = (pattern: string) => globSync(pattern, { cwd: ROOT }).sort()
const recipes = ['docs/recipes/README.md', ...found('docs/recipes/*.md').filter((file) => !file.endsWith('README.md'))]
const every = chapters(recipes, found('docs/operations/*.md'), found('docs/problems/*.md')).map((chapter) => ({
  ...chapter,
  pages: chapter.pages.filter(({ file }) => existsSync(join(ROOT, file))),
}))
const addresses = new Map(
  every.flatMap(({ pages }) =>
    pages.flatMap((page) => {
      const at = page.at.replace(/\/README$/, '')
      return [[page.file, at] as const, [japaneseOf(page), at] as const]
    }),
  ),
)

for (const folder of [CONTENT, PUBLIC]) rmSync(folder, { recursive: true, force: true })
for (const page of every.flatMap(({ pages }) => pages)) gather(page)
put('reference.md', withTitle(referencePage(JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8')))))
put('index.md', frontPage('src/front-page.md', 'README.md'))
put('ja/index.md', frontPage('src/front-page.ja.md', 'README.ja.md', '/ja'))
writeFileSync(join(import.meta.dirname, 'src/sidebar.json'), JSON.stringify(sidebar(every), null, 2))
reportModels(every)

function gather(page: Page) {
  const { file, at } = page
  const path = `${at.replace(/README$/, 'index')}.md`
  put(path, withTitle(relink(readFileSync(join(ROOT, file), 'utf8'), file)))
  const japanese = japaneseOf(page)
  if (existsSync(join(ROOT, japanese)))
    put(`ja/${path}`, withTitle(relink(joined(readFileSync(join(ROOT, japanese), 'utf8')), japanese, '/ja')))
}

/** Japanese has no spaces: where a line ends between two of its characters, the next one goes on without the space a new line would be. */
function joined(text: string): string {
  const parts = text.split(/(^```[\s\S]*?^```$)/m)
  return parts
    .map((part) => (part.startsWith('```') ? part : part.replace(/(?<=\P{ASCII})\n {0,3}(?=\P{ASCII})/gu, '')))
    .join('')
}

/** What the README shows, under the head of the site's first page; the site has a menu of its own in place of its first links. */
function frontPage(head: string, readme: string, prefix = ''): string {
  const [, , , ...rest] = joined(readFileSync(join(ROOT, readme), 'utf8')).split('\n\n')
  return `${readFileSync(join(import.meta.dirname, head), 'utf8')}\n${relink(rest.join('\n\n'), readme, prefix)}`
}

function put(path: string, text: string) {
  const target = join(CONTENT, path)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text)
}

/** The first heading is the title; the site sets it itself. */
function withTitle(text: string): string {
  const [, title = ''] = /^# (.+)$/m.exec(text) ?? []
  return `---\ntitle: ${JSON.stringify(title)}\n---\n${text.replace(/^# .+\n/m, '')}`
}

/** Links to pages lead to their addresses, pictures come along, and what is no page of the site is named without a link. */
function relink(text: string, file: string, prefix = ''): string {
  return text.replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (whole, mark: string, words: string, to: string) => {
    if (/^(?:[a-z]+:|#)/.test(to)) return whole
    const [path = '', anchor] = to.split('#')
    const target = posix.normalize(posix.join(posix.dirname(file), path))
    if (mark === '!') return `![${words}](${picture(target)})`
    const address = addresses.get(target)
    if (address === undefined) return words
    return `[${words}](${prefix}/${address}/${anchor === undefined ? '' : `#${anchor}`})`
  })
}

function picture(file: string): string {
  const name = `/pictures/${file.replace(/^docs\//, '').replaceAll('/', '-')}`
  if (!['.svg', '.webp'].includes(extname(file))) throw new Error(`${file} is no picture`)
  mkdirSync(join(PUBLIC, 'pictures'), { recursive: true })
  cpSync(join(ROOT, file), join(PUBLIC, name))
  return name
}

function sidebar(all: readonly Chapter[]) {
  const shown = all.map(({ label, ja, pages, isFolded }) => ({
    label,
    translations: { ja },
    collapsed: isFolded ?? false,
    items: pages.map(({ at }) => at.replace(/\/README$/, '')),
  }))
  return [...shown, { label: 'API reference', translations: { ja: 'APIリファレンス' }, slug: 'reference' }]
}

/** For readers that are programs: a list of the pages, and each as it was written. */
function reportModels(all: readonly Chapter[]) {
  const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')
  for (const { file, at } of all.flatMap(({ pages }) => pages)) {
    const plain = join(PUBLIC, plainAddress(at))
    mkdirSync(dirname(plain), { recursive: true })
    writeFileSync(plain, textOf(file))
  }
  writeFileSync(join(PUBLIC, 'llms.txt'), llmsText(all, textOf))
  cpSync(join(ROOT, 'openapi.json'), join(PUBLIC, 'openapi.json'))
}

console.log(`${addresses.size / 2} pages below ${relative(process.cwd(), CONTENT)}`)
