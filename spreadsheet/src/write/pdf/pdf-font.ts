import { openTrueType, type TrueType } from './true-type.ts'

/** A font in which texts are measured and written. */
export type PdfFont = {
  /** How wide a text is, in the size of the font. */
  widthOf: (text: string) => number
  /** A text as the numbers of its glyphs, in hexadecimal digits, and it is remembered which these are. */
  spell: (text: string) => string
  /** Of the glyphs that were used. */
  used: () => ReadonlyMap<number, string>
  file: TrueType
}

/** Drawn where a font lacks a character. */
const MISSING = '〓'

export function openPdfFont(bytes: Buffer): PdfFont {
  const file = openTrueType(bytes)
  const used = new Map<number, string>()
  const known = new Map<string, number>()
  const glyphOf = (character: string): number => {
    const before = known.get(character)
    if (before !== undefined) return before
    const glyph = file.glyphOf(character.codePointAt(0) ?? 0) || file.glyphOf(MISSING.codePointAt(0) ?? 0)
    known.set(character, glyph)
    return glyph
  }
  return {
    widthOf: (text) => {
      let units = 0
      for (const character of text) units += file.widthOf(glyphOf(character))
      return units / file.unitsPerEm
    },
    spell: (text) => {
      let digits = ''
      for (const character of text) {
        const glyph = glyphOf(character)
        used.set(glyph, character)
        digits += glyph.toString(16).padStart(4, '0')
      }
      return digits
    },
    used: () => used,
    file,
  }
}
