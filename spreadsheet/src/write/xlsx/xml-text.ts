import { XmlBytes } from './xml-bytes.ts'

const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as it stands in an attribute or element; characters XML does not know are left out. */
export function xmlText(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML does not know.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[&<>"]/g, (character) => NAMED[character] ?? '')
      .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
  )
}

/** A text as it stands in a cell: nothing is left out. */
export function cellText(text: string): Buffer {
  const bytes = new XmlBytes()
  bytes.reserve(0, text.length)
  bytes.text(text)
  return bytes.take()
}

/** Whether spaces at its ends would be taken for the indentation of XML. */
export function needsItsSpace(text: string): boolean {
  return text.charCodeAt(0) <= 0x20 || text.charCodeAt(text.length - 1) <= 0x20
}
