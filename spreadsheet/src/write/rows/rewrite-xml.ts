import { xmlText } from '../xlsx/xml-text.ts'

/** An element of a part, as it opens. Names are local ones. */
export type XmlElement = {
  name: string
  /** Names of the elements around it, the innermost last. */
  within: readonly string[]
  attribute(name: string): string | null
  /** What is between its tags, as it is spelled; empty where it closes itself. */
  inner(): string
  /** The same of an element that holds a text. */
  text(): string
}

/** What becomes of an element: it goes, or gets other attributes or another text. */
export type XmlChange = { isRemoved: true } | { attributes?: Readonly<Record<string, string>>; text?: string }

const TOKEN = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(?:[^<>"']|"[^"]*"|'[^']*')*>/g

/** The part with changes of elements; what they do not touch is spelled as it was. */
export function rewriteXml(xml: string, visit: (element: XmlElement) => XmlChange | null): string {
  const within: string[] = []
  let out = ''
  let copied = 0
  const token = new RegExp(TOKEN)
  for (let found = token.exec(xml); found; found = token.exec(xml)) {
    const [tag] = found
    if (/^<[!?]/.test(tag)) continue
    if (tag.startsWith('</')) {
      within.pop()
      continue
    }
    const opened = elementAt(xml, tag, found.index, within)
    const change = visit(opened.element)
    const written = change && changed(opened, change)
    if (written) {
      out += xml.slice(copied, found.index) + written.text
      copied = written.to
      token.lastIndex = written.next
    }
    if (!opened.isEmpty && token.lastIndex === opened.behind) within.push(opened.element.name)
  }
  return out + xml.slice(copied)
}

type OpenedElement = {
  element: XmlElement
  tag: string
  isEmpty: boolean
  /** The place behind its opening tag. */
  behind: number
  end: () => { from: number; to: number }
}

function elementAt(xml: string, tag: string, at: number, within: readonly string[]): OpenedElement {
  const isEmpty = tag.endsWith('/>')
  const [, , name = ''] = /^<([\w.-]+:)?([^\s/>]+)/.exec(tag) ?? []
  const behind = at + tag.length
  const end = () => (isEmpty ? { from: behind, to: behind } : endOf(xml, behind))
  const inner = () => xml.slice(behind, end().from)
  const attribute = (which: string) => attributeOf(tag, which)
  const element = { name, within, attribute, inner, text: () => decodeText(inner()) }
  return { element, tag, isEmpty, behind, end }
}

/** What stands in the place of an element up to `to`, and where to read on: inside it, or behind it. */
function changed({ tag, isEmpty, behind, end }: OpenedElement, change: XmlChange) {
  if ('isRemoved' in change) return { text: '', to: end().to, next: end().to }
  const opened = withAttributes(tag, change.attributes ?? {})
  if (change.text === undefined || isEmpty) return { text: opened, to: behind, next: behind }
  return { text: opened + xmlText(change.text), to: end().from, next: end().to }
}

/** Where the element ends whose content begins there: before its closing tag, and behind it. */
function endOf(xml: string, from: number): { from: number; to: number } {
  const token = new RegExp(TOKEN)
  token.lastIndex = from
  let depth = 0
  for (let found = token.exec(xml); found; found = token.exec(xml)) {
    const [tag] = found
    if (tag.startsWith('<!') || tag.startsWith('<?') || tag.endsWith('/>')) continue
    if (!tag.startsWith('</')) depth++
    else if (depth-- === 0) return { from: found.index, to: found.index + tag.length }
  }
  return { from: xml.length, to: xml.length }
}

const pattern = (name: string) => new RegExp(`(\\s(?:[\\w.-]+:)?${name}\\s*=\\s*)("[^"]*"|'[^']*')`)

export function attributeOf(tag: string, name: string): string | null {
  const [, , quoted] = pattern(name).exec(tag) ?? []
  return quoted === undefined ? null : decodeText(quoted.slice(1, -1))
}

export function withAttributes(tag: string, attributes: Readonly<Record<string, string>>): string {
  let changed = tag
  for (const [name, value] of Object.entries(attributes))
    changed = changed.replace(pattern(name), (_, before: string) => `${before}"${xmlText(value)}"`)
  return changed
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export function decodeText(xml: string): string {
  const plain = xml
    .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, text: string) => xmlText(text))
    .replace(/<!--[\s\S]*?-->/g, '')
  return plain.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (all, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? all
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
  })
}
