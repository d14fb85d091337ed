import { withAsciiSpaces } from './place.ts'

/** As DuckDB draws it: a piece of the line, and below it a caret that counts two for a wide character. */
const DRAWING = /\n\s*\nLINE (\d+): (.*)\n( *)\^[\s\S]*$/

const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u

/** The text of an error without the drawing below it, and the byte of the statement that the drawing points at. */
export function pointedAt(text: string, sql: string): { body: string; at?: number } {
  const [drawing, line = '', drawn = '', caret = ''] = DRAWING.exec(text) ?? []
  if (drawing === undefined) return { body: text }

  const body = text.slice(0, -drawing.length)
  const seen = withAsciiSpaces(sql)
  const lines = seen.split('\n')
  const ours = lines[Number(line) - 1]
  if (ours === undefined) return { body }

  // A long line is cut at both ends, which three dots show.
  const isCut = drawn.startsWith('...') && !ours.startsWith('...')
  const piece = drawn.slice(isCut ? 3 : 0).replace(/\.\.\.$/, '')
  const start = ours.indexOf(piece)
  if (start < 0) return { body }
  const offset = caret.length - `LINE ${line}: `.length - (isCut ? 3 : 0)
  const before = `${lines
    .slice(0, Number(line) - 1)
    .map((text) => `${text}\n`)
    .join('')}${ours.slice(0, start)}`
  return { body, at: Buffer.byteLength(before + startOf(piece, offset)) }
}

/** The beginning of a text that is so many cells wide. */
function startOf(text: string, cells: number): string {
  let taken = ''
  let width = 0
  for (const character of text) {
    if (width >= cells) break
    taken += character
    width += WIDE.test(character) ? 2 : 1
  }
  return taken
}
