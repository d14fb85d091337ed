import type { CellStyle } from '../../styles.ts'

/** What a number format adds to the number it shows. */
export type ShownNumber = {
  /** Digits after the point; null where the format leaves them to the number. */
  decimals: number | null
  /** A quantity's unit: `円`, `$`. */
  unit: string | null
  /** The number is the name of a time: `0"月"` shows 4 as `4月`. */
  calendarWord: string | null
}

const LITERAL = /"([^"]*)"|\\(.)|\[\$([^\]-]*)(?:-[^\]]*)?\]|([¥$€£])/g
const SIDELINES = /\[[^\]$][^\]]*\]|_.|\*./g
const CALENDAR_WORD = /^(?:年度?|月度?|日|期|週|回|Q|四半期)$/
const UNIT = /^(?:[¥$€£]|US\$|[百千万億兆]{0,2}(?:円|ドル|株|人|名|件|個|社|台|歳|倍)|[百千万億兆]{1,2})$/

const known = new Map<string, ShownNumber>()
/** Formats are few; a file that has more of them is not worth remembering. */
const MOST_KNOWN = 10_000

/** By the first section of the format, which shows positive numbers. */
export function shownNumber({ numberFormat }: CellStyle): ShownNumber {
  const found = known.get(numberFormat)
  if (found) return found
  const [section = ''] = numberFormat.split(';')
  const bare = section.replaceAll(SIDELINES, '')
  const literals = Array.from(bare.matchAll(LITERAL), ([, quoted, escaped, currency, sign]) =>
    (quoted ?? escaped ?? currency ?? sign ?? '').trim(),
  )
  const shown: ShownNumber = {
    decimals: decimalsOf(bare.replaceAll(LITERAL, '')),
    unit: literals.find((literal) => UNIT.test(literal)) ?? null,
    calendarWord: literals.find((literal) => CALENDAR_WORD.test(literal)) ?? null,
  }
  if (known.size < MOST_KNOWN) known.set(numberFormat, shown)
  return shown
}

function decimalsOf(codes: string): number | null {
  if (!/[0#?]/.test(codes)) return null
  return /\.([0#?]*)/.exec(codes)?.[1]?.length ?? 0
}
