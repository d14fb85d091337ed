/** A block of a page that is run, and what must be in what it prints. */
export type RunBlock = { kind: 'run'; language: Language; code: string; line: number; expected: string[] }
/** A block that shows a file, which is written where the page is run. */
export type FileBlock = { kind: 'file'; name: string; content: string; line: number }
export type Block = RunBlock | FileBlock
export type Language = 'sh' | 'ts' | 'python'

export type Page = { name: string; blocks: Block[] }

const FENCE = /^```(\w+)[ \t]*(?:title="([^"]+)")?[^\n]*\n(.*?)^```$/gms
const LANGUAGES: readonly string[] = ['sh', 'ts', 'python'] satisfies Language[]

/**
 * The blocks of a page in their order. With a title a block is a file; `output` behind a block says what must be in what that
 * printed, line by line, `…` standing for anything. `text` is for readers.
 */
export function readPage(name: string, text: string): Page {
  const blocks: Block[] = []
  for (const match of text.matchAll(FENCE)) {
    const [, language = '', title, code = ''] = match
    const line = text.slice(0, match.index).split('\n').length
    if (title) blocks.push({ kind: 'file', name: title, content: code, line })
    else if (language === 'text') continue
    else if (language === 'output') expectOfLast(blocks, code, `${name}:${line}`)
    else if (isLanguage(language)) blocks.push({ kind: 'run', language, code, line, expected: [] })
    else throw new Error(`${name}:${line}: no runner for ${language}`)
  }
  return { name, blocks }
}

function expectOfLast(blocks: Block[], text: string, place: string): void {
  const last = blocks.at(-1)
  if (last?.kind !== 'run') throw new Error(`${place}: no block before it prints anything`)
  last.expected = text.split('\n').filter((line) => line.trim() !== '')
}

const isLanguage = (language: string): language is Language => LANGUAGES.includes(language)

/** The first line that should be there and is not, or null; in order, whatever stands between them. */
export function missingLine(printed: string, expected: readonly string[]): string | null {
  const lines = printed.split('\n').map(withoutSpaces)
  let from = 0
  for (const line of expected) {
    const parts = withoutSpaces(line).split('…').map(escaped)
    const pattern = new RegExp(`^${parts.join('.*')}$`)
    const at = lines.findIndex((each, n) => n >= from && pattern.test(each))
    if (at < 0) return line
    from = at + 1
  }
  return null
}

const withoutSpaces = (line: string) => line.replaceAll(/\s+/g, ' ').trim()

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
