/** Whether words of the truth stand in a table, however they are joined, spaced or spelled. */

const known = new Map<string, string>()

/** Without spaces, signs and case. */
export function squash(text: string): string {
  const before = known.get(text)
  if (before !== undefined) return before
  const made = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}%+#]/gu, '')
  if (known.size > 200_000) known.clear()
  known.set(text, made)
  return made
}

/** 2 for the same words, 1 where the wanted ones are a part of the others or the same period, else 0. */
export function covers(want: string, have: string): 0 | 1 | 2 {
  const [one, other] = [squash(want), squash(have)]
  if (one === other) return 2
  if (one !== '' && isPart(one, other)) return 1
  return isSamePeriod(want, have) ? 1 : 0
}

const LATIN = /[a-z0-9]/

/** A part that does not begin or end within a word or a number. */
function isPart(part: string, whole: string): boolean {
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) {
    const before = whole[at - 1] ?? ''
    const after = whole[at + part.length] ?? ''
    const isCut =
      (isDigit(part[0]) && isDigit(before)) ||
      (isDigit(part.at(-1)) && isDigit(after)) ||
      (part.length < 3 && ((isLatin(part[0]) && isLatin(before)) || (isLatin(part.at(-1)) && isLatin(after))))
    if (!isCut) return true
  }
  return false
}

const isDigit = (letter = '') => letter >= '0' && letter <= '9' && letter !== ''
const isLatin = (letter = '') => LATIN.test(letter)

type Period = { year?: number; half?: number; quarter?: number; month?: number; day?: number }

/** The other says at least what the one says: April is in April 2026. */
function isSamePeriod(want: string, have: string): boolean {
  const one = periodOf(want)
  const other = periodOf(have)
  const entries = Object.entries(one)
  // Safe: the entries are those of a period.
  return entries.length > 0 && entries.every(([key, value]) => other[key as keyof Period] === value)
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const PATTERNS: readonly [RegExp, (groups: string[]) => Period][] = [
  [
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[t ]00:00.*)?$/,
    ([y, m, d]) => ({ year: Number(y), month: Number(m), day: Number(d) }),
  ],
  [/^(\d{4})[-/.年](\d{1,2})月?$/, ([y, m]) => ({ year: Number(y), month: Number(m) })],
  [/^(?:fy ?)?(\d{4})(?:年度?)?$/, ([y]) => ({ year: Number(y) })],
  [/^(\d{1,2})月$/, ([m]) => ({ month: Number(m) })],
  [/^(\d{1,2})\/(\d{1,2})$/, ([m, d]) => ({ month: Number(m), day: Number(d) })],
  [/^(?:day )?(\d{1,2})日?$/, ([d]) => ({ day: Number(d) })],
  [/^(?:fy)?(\d{4})[-_ ](?:q([1-4])|([1-4])q)$/, ([y, q, p]) => ({ year: Number(y), quarter: Number(q ?? p) })],
  [/^(?:q|quarter |第)?([1-4])(?:q|四半期)?$/, ([q]) => ({ quarter: Number(q) })],
  [/^(?:(?:fy)?(\d{4})-)?h([12])$/, ([y, h]) => ({ ...(y ? { year: Number(y) } : {}), half: Number(h) })],
]

const periods = new Map<string, Period>()

function periodOf(text: string): Period {
  const spelled = text.normalize('NFKC').trim().toLowerCase()
  const before = periods.get(spelled)
  if (before) return before
  const made = namedMonth(spelled) ?? patterned(spelled)
  if (periods.size > 50_000) periods.clear()
  periods.set(spelled, made)
  return made
}

function namedMonth(text: string): Period | null {
  const [, word = '', year] = /^([a-z]{3})[a-z]*\.?(?: (\d{4}))?$/.exec(text) ?? []
  const month = MONTHS.indexOf(word) + 1
  return month === 0 ? null : { month, ...(year ? { year: Number(year) } : {}) }
}

function patterned(text: string): Period {
  for (const [pattern, made] of PATTERNS) {
    const found = pattern.exec(text)
    if (found) return made(found.slice(1))
  }
  if (text === '上期') return { half: 1 }
  return text === '下期' ? { half: 2 } : {}
}
