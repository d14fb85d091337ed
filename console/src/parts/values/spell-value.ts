/** A value of a cell as a sheet shows it: by its number format, as far as people use these. */
export type ShownValue = { v: unknown; t: 's' | 'n' | 'b' | 'd' | 'e' | null; z: string | null }

export function spellValue({ v, t, z }: ShownValue): string {
  if (v === null || v === undefined) return ''
  if (typeof v === 'boolean') return v ? 'TRUE' : 'FALSE'
  if (typeof v !== 'number') return String(v)
  if (t === 'd') return spellMoment(v, z ?? 'yyyy/m/d')
  return z === null || z === 'General' ? plain(v) : spellNumber(v, z)
}

/** As many digits as tell something: what a sheet shows, and not what a double holds. */
const plain = (value: number) => String(Number(value.toPrecision(12)))

/** Positive, negative, zero: a format has a section for each, or for some. */
function spellNumber(value: number, format: string): string {
  const [positive = '', negative, zero] = format.split(';')
  if (value === 0 && zero !== undefined) return fill(zero, 0)
  if (value < 0) return negative === undefined ? `-${fill(positive, -value)}` : fill(negative, -value)
  return fill(positive, value)
}

const DIGITS = /[#0?][#0?,.]*/

function fill(section: string, value: number): string {
  const shown = section
    .replace(/\[[^\]]*\]/g, '')
    .replace(/_.|\*./g, '')
    .replace(/\\(.)/g, '$1')
    .replace(/"([^"]*)"/g, '$1')
  const [digits] = DIGITS.exec(shown) ?? []
  if (digits === undefined) return shown === '@' ? plain(value) : shown
  const decimals = /\.([#0?]*)/.exec(digits)?.[1] ?? ''
  const thousands = /,+$/.exec(digits)?.[0].length ?? 0
  const scaled = (shown.includes('%') ? value * 100 : value) / 1000 ** thousands
  const number = scaled.toLocaleString('en', {
    useGrouping: /[#0],[#0]/.test(digits),
    minimumFractionDigits: decimals.replace(/[^0]/g, '').length,
    maximumFractionDigits: decimals.length,
    minimumIntegerDigits: Math.min(21, Math.max(1, digits.replace(/[.].*/, '').replace(/[^0]/g, '').length)),
  })
  return shown.replace(DIGITS, () => number)
}

/** Excel believes in a 29th of February 1900; from March on this is its day 0. */
const FIRST_DAY = Date.UTC(1899, 11, 30)
const TOKENS = /"[^"]*"|\\.|y+|m+|d+|h+|s+|e+|g+|a{3,4}|AM\/PM|./gi

function spellMoment(serial: number, format: string): string {
  const at = new Date(FIRST_DAY + Math.round(serial * 86_400) * 1000)
  if (serial < 0 || Number.isNaN(at.getTime())) return plain(serial)
  const section = (format.split(';')[0] ?? '').replace(/\[[^\]]*\]/g, '')
  let last = ''
  let out = ''
  for (const [token] of section.matchAll(TOKENS)) {
    const letter = token[0]?.toLowerCase() ?? ''
    // An m behind hours counts minutes.
    out += letter === 'm' && last === 'h' ? padded(at.getUTCMinutes(), token) : momentPart(letter, token, at)
    if ('ymdhs'.includes(letter)) last = letter
  }
  return out
}

/** As long as its token, at least. */
const padded = (value: number, token: string) => String(value).padStart(Math.min(token.length, 2), '0')

const WEEKDAYS = '日月火水木金土'

function momentPart(letter: string, token: string, at: Date): string {
  switch (letter) {
    case 'y':
      return token.length > 2 ? String(at.getUTCFullYear()) : padded(at.getUTCFullYear() % 100, 'yy')
    case 'g':
      return eraOf(at, 'era')
    case 'e':
      return eraOf(at, 'year')
    case 'm':
      return padded(at.getUTCMonth() + 1, token)
    case 'd':
      return padded(at.getUTCDate(), token)
    case 'h':
      return padded(at.getUTCHours(), token)
    case 's':
      return padded(at.getUTCSeconds(), token)
    case 'a':
      return /^a+$/i.test(token) ? (WEEKDAYS[at.getUTCDay()] ?? '') : ''
    case '"':
      return token.slice(1, -1)
    case '\\':
      return token.slice(1)
    default:
      return token
  }
}

const eras = new Intl.DateTimeFormat('ja-JP-u-ca-japanese', { era: 'long', year: 'numeric', timeZone: 'UTC' })

const eraOf = (at: Date, part: 'era' | 'year') => eras.formatToParts(at).find(({ type }) => type === part)?.value ?? ''
