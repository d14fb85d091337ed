/**
 * Which encoding bytes that are no UTF-8 are in: the one whose reading needs the fewest bits. Each reading is judged as a person
 * who knows the script would: a hiragana costs little, a kanji more, a rare one much, a lone half-width kana between Latin
 * letters or bytes that mean nothing very much.
 */
export function likeliestEncoding(sample: Buffer): { encoding: string; confidence: number } {
  const readings = CANDIDATES.map(({ encoding, script, handicap }) => ({
    encoding,
    bits: handicap + bitsOf(new TextDecoder(encoding).decode(sample), script),
  })).sort((a, b) => a.bits - b.bits)
  const [best, second] = readings
  if (best === undefined || second === undefined) return { encoding: 'windows-1252', confidence: 0 }
  return { encoding: best.encoding, confidence: confidenceOf(second.bits - best.bits) }
}

type Script = 'japanese' | 'chinese' | 'western' | 'any'

/** The handicap is what rarely comes must win by. */
const CANDIDATES: readonly { encoding: string; script: Script; handicap: number }[] = [
  { encoding: 'shift_jis', script: 'japanese', handicap: 0 },
  { encoding: 'windows-1252', script: 'western', handicap: 0 },
  { encoding: 'euc-jp', script: 'japanese', handicap: 3 },
  { encoding: 'gb18030', script: 'chinese', handicap: 8 },
  { encoding: 'utf-8', script: 'any', handicap: 0 },
]

function confidenceOf(bitsAhead: number): number {
  return Math.floor((1 - 0.5 * 2 ** (-bitsAhead / 8)) * 100) / 100
}

function bitsOf(text: string, script: Script): number {
  let bits = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    bits += code < 0x80 ? ASCII_BITS : costOf(code, text.charCodeAt(at - 1), text.charCodeAt(at + 1), script)
  }
  return bits
}

const ASCII_BITS = 6
const MEANINGLESS_BITS = 30

function costOf(code: number, before: number, after: number, script: Script): number {
  if (code === 0xfffd || (code >= 0x80 && code < 0xa0)) return MEANINGLESS_BITS
  if (code >= 0xe000 && code < 0xf900) return 22
  if (script === 'western') return westernBits(code, before, after)
  if (script === 'any')
    return Math.min(westernBits(code, before, after), eastAsianBits(code, before, after, 'japanese'))
  return eastAsianBits(code, before, after, script)
}

function westernBits(code: number, before: number, after: number): number {
  if (code > 0x2122) return MEANINGLESS_BITS
  if (isWesternLetter(code)) return isAsciiLetter(before) || isAsciiLetter(after) ? 6 : 12
  return COMMON_WESTERN_SIGNS.has(code) ? 11 : 16
}

const isWesternLetter = (code: number) => code >= 0xc0 && code <= 0x17f && code !== 0xd7 && code !== 0xf7
const isAsciiLetter = (code: number) => (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
const COMMON_WESTERN_SIGNS = codesOf('\u00a0£§©«®°²³·º»½€–—‘’“”•…™¡¿')

function eastAsianBits(code: number, before: number, after: number, script: 'japanese' | 'chinese'): number {
  const isJapanese = script === 'japanese'
  if (isHan(code)) {
    const isAmongLetters = isAsciiLetter(before) || isAsciiLetter(after)
    return ((isJapanese ? commonKanji() : commonHanzi()).has(code) ? 11 : 17) + (isAmongLetters ? 3 : 0)
  }
  if (code >= 0x3041 && code <= 0x30fe) return isJapanese ? 7 : 14
  if (isHalfWidthKana(code)) return halfWidthBits(code, before, after)
  if ((code >= 0x3000 && code <= 0x3020) || (code >= 0xff01 && code <= 0xff5e)) return 10
  // Circled numbers, ㈱ and other signs of tables.
  if (code >= 0x2100 && code < 0x3400) return 13
  return 18
}

const isHan = (code: number) => (code >= 0x3400 && code < 0xa000) || (code >= 0xf900 && code < 0xfb00)
const isHalfWidthKana = (code: number) => code >= 0xff61 && code <= 0xff9f

function halfWidthBits(code: number, before: number, after: number): number {
  if (!isHalfWidthKana(before) && !isHalfWidthKana(after)) return 16
  if (COMMON_HALF_WIDTH.has(code)) return 4.5
  return code < 0xff70 ? 9 : 6.5
}

const COMMON_HALF_WIDTH = codesOf('ｰｱｲｳｶｷｸｺｻｼｽﾀﾁﾄﾅﾆﾏﾐﾔﾗﾘﾙﾛﾝﾞ')

/** The kanji and hanzi of the first level: in their standards the rows 16 to 47 and 16 to 55. */
const commonKanji = lazily(() => codesOf(new TextDecoder('euc-jp').decode(rows(0xb0, 0xcf))))
const commonHanzi = lazily(() => codesOf(new TextDecoder('gb18030').decode(rows(0xb0, 0xd7))))

function rows(first: number, last: number): Buffer {
  const bytes: number[] = []
  for (let row = first; row <= last; row++) for (let cell = 0xa1; cell <= 0xfe; cell++) bytes.push(row, cell)
  return Buffer.from(bytes)
}

function codesOf(text: string): ReadonlySet<number> {
  return new Set(Array.from(text, (character) => character.charCodeAt(0)).filter((code) => code !== 0xfffd))
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
