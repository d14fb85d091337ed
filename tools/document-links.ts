import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Links and pictures of all documents that lead to no file of the repository, or to no heading of it. */
const ROOT = join(import.meta.dirname, '..')

export type DeadLink = { file: string; to: string }

/** Documents that git knows or would add. */
export const listDocuments = (root = ROOT): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((file) => existsSync(join(root, file)))

export function findDeadLinks(root = ROOT, files = listDocuments(root)): DeadLink[] {
  return files.flatMap((file) =>
    linksOf(readFileSync(join(root, file), 'utf8'))
      .filter((to) => !leadsSomewhere(root, file, to))
      .map((to) => ({ file, to })),
  )
}

/** Addresses of links and pictures, without those in code and those that lead outside. */
function linksOf(text: string): string[] {
  const prose = text.replace(/^ *```[\s\S]*?^ *```/gm, '').replace(/`[^`\n]*`/g, '')
  const links = [...prose.matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g), ...prose.matchAll(/<img[^>]* src="([^"]+)"/g)]
  return links.map(([, to = '']) => to).filter((to) => !/^(?:[a-z][a-z+.-]*:|\/)/i.test(to))
}

function leadsSomewhere(root: string, file: string, to: string): boolean {
  const [path = '', anchor] = to.split('#')
  const target = path === '' ? file : posix.join(posix.dirname(file), decodeURIComponent(path))
  if (target.startsWith('..') || !existsSync(join(root, target))) return false
  if (anchor === undefined || !target.endsWith('.md')) return true
  return anchorsOf(readFileSync(join(root, target), 'utf8')).has(decodeURIComponent(anchor))
}

/** As GitHub makes them of headings. */
function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>()
  const anchors = new Set<string>()
  for (const [, heading = ''] of text.matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    const slug = plain
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-')
    const times = seen.get(slug) ?? 0
    anchors.add(times === 0 ? slug : `${slug}-${times}`)
    seen.set(slug, times + 1)
  }
  return anchors
}

if (import.meta.main) {
  const dead = findDeadLinks()
  for (const { file, to } of dead) process.stdout.write(`${file}: ${to}\n`)
  process.exitCode = dead.length > 0 ? 1 : 0
}
