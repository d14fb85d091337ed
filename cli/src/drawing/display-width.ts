/** What takes two columns of a terminal: the wide and full-width characters of East Asia, and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u
/** What takes none: marks upon the character before, and what only steers. */
const NARROWEST = /^[\p{M}\p{Cf}]$/u

const GRAPHEMES = new Intl.Segmenter('ja', { granularity: 'grapheme' })

/** Columns that a text takes in a terminal. */
export function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of GRAPHEMES.segment(text)) width += widthOfGrapheme(segment)
  return width
}

function widthOfGrapheme(grapheme: string): number {
  if (WIDE.test(grapheme) || grapheme.includes('\ufe0f')) return 2
  return NARROWEST.test(grapheme) ? 0 : 1
}

/** The text in exactly this many columns; what does not fit is cut, and an ellipsis says so. */
export function fitted(text: string, width: number, side: 'left' | 'right' = 'left'): string {
  const shown = displayWidth(text) <= width ? text : cut(text, width)
  const rest = ' '.repeat(Math.max(0, width - displayWidth(shown)))
  return side === 'left' ? shown + rest : rest + shown
}

function cut(text: string, width: number): string {
  let [kept, taken] = ['', 0]
  for (const { segment } of GRAPHEMES.segment(text)) {
    const next = widthOfGrapheme(segment)
    if (taken + next > width - 1) break
    kept += segment
    taken += next
  }
  return `${kept}…`
}

/** A value could steer the terminal, and its reader: what is no character to be seen is shown as a picture of itself. */
export const harmless = (text: string) =>
  text.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    const code = character.charCodeAt(0)
    if (character === '\n') return '⏎'
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd'
  })
