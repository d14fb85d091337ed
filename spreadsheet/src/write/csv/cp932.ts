/** Microsoft's Shift_JIS, made from the table that Node's decoder has. */

/** What Japanese printers put where a character is missing. */
const MISSING = '〓'

/** Characters that came to Unicode twice: those on the left are not in cp932, those on the right are and look the same. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '〜': '～',
  '−': '－',
  '‖': '∥',
  '—': '―',
  '¢': '￠',
  '£': '￡',
  '¬': '￢',
  '¥': '￥',
  '‾': '￣',
  '¦': '￤',
  '\u00a0': ' ',
}

const [LOWEST_DOUBLE, FIRST_KANA, LAST_KANA] = [0x8140, 0xa1, 0xdf]
/** NEC's copies of characters that IBM added too; Windows writes IBM's. */
const isNecCopy = (lead: number) => lead === 0xed || lead === 0xee

let table: Uint16Array | null = null

/** By UTF-16 unit: one byte or two; 0 for characters cp932 does not have, and for U+0000. */
function bytesByCharacter(): Uint16Array {
  table ??= makeTable()
  return table
}

function makeTable(): Uint16Array {
  const bytes = new Uint16Array(0x1_0000)
  const decoder = new TextDecoder('shift_jis')
  const add = (code: number, encoded: readonly number[]) => {
    const character = decoder.decode(Uint8Array.from(encoded))
    const isOne = character.length === 1 && character !== '\ufffd'
    // Of several spellings Windows writes the first.
    if (isOne && bytes[character.charCodeAt(0)] === 0) bytes[character.charCodeAt(0)] = code
  }
  for (let byte = 1; byte < 0x80; byte++) add(byte, [byte])
  for (let byte = FIRST_KANA; byte <= LAST_KANA; byte++) add(byte, [byte])
  for (let code = LOWEST_DOUBLE; code <= 0xfcfc; code++) {
    const [lead, trail] = [code >> 8, code & 0xff]
    if (!isNecCopy(lead) && (lead < 0xa0 || lead > LAST_KANA)) add(code, [lead, trail])
  }
  return bytes
}

/** The text with every character replaced that cp932 does not have; these are added to `replaced`. */
export function withinCp932(text: string, replaced: string[]): string {
  const bytes = bytesByCharacter()
  for (let n = 0; n < text.length; n++) {
    const code = text.charCodeAt(n)
    if (bytes[code] === 0 && code !== 0) return replaceMissing(text, replaced)
  }
  return text
}

function replaceMissing(text: string, replaced: string[]): string {
  const bytes = bytesByCharacter()
  let within = ''
  for (const character of text) {
    const code = character.charCodeAt(0)
    const isThere = character.length === 1 && (code === 0 || bytes[code] !== 0)
    if (!isThere) replaced.push(character)
    within += isThere ? character : (LOOKALIKES[character] ?? MISSING)
  }
  return within
}

/** Of a text that is `withinCp932`. */
export function encodeCp932(text: string): Buffer {
  const bytes = bytesByCharacter()
  const encoded = Buffer.allocUnsafe(2 * text.length)
  let used = 0
  for (let n = 0; n < text.length; n++) {
    const code = bytes[text.charCodeAt(n)] ?? 0
    if (code > 0xff) encoded[used++] = code >> 8
    encoded[used++] = code & 0xff
  }
  return encoded.subarray(0, used)
}
