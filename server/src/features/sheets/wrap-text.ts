import type { PdfFont } from '@bindery/spreadsheet/write/pdf/pdf-font.ts'

/** A text in lines that are no wider than this, in the size of the font; words stay whole where they fit. */
export function wrapText(text: string, width: number, font: PdfFont): string[] {
  return text.split(/\r\n?|\n/).flatMap((line) => wrapLine(line.replaceAll('\t', ' '), width, font))
}

/** Japanese may be broken between any two characters, other texts where there is a space. */
const PIECES = /[ \u3000-\u9fff\uac00-\ud7a3\uff00-\uffef]|[^ \u3000-\u9fff\uac00-\ud7a3\uff00-\uffef]+/gu

function wrapLine(line: string, width: number, font: PdfFont): string[] {
  if (font.widthOf(line) <= width) return [line]
  const lines: string[] = []
  let current = ''
  for (const piece of line.match(PIECES) ?? []) {
    if (font.widthOf(current + piece) <= width) {
      current += piece
      continue
    }
    if (current.trim() !== '') lines.push(current.trimEnd())
    const [rest = '', ...full] = cut(piece.trimStart(), width, font).reverse()
    lines.push(...full.reverse())
    current = rest
  }
  if (current !== '') lines.push(current)
  return lines
}

/** A word that is too long for a line. */
function cut(word: string, width: number, font: PdfFont): string[] {
  const pieces: string[] = []
  let current = ''
  for (const character of word) {
    if (current !== '' && font.widthOf(current + character) > width) {
      pieces.push(current)
      current = ''
    }
    current += character
  }
  return [...pieces, current]
}
