import type { NumberMeaning } from '../styles.ts'

/** Formats that files name by number only. 27 to 36 and 50 to 58 are those of Japanese. */
const BUILT_IN: Readonly<Record<number, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"¥"#,##0;"¥"\\-#,##0',
  6: '"¥"#,##0;[Red]"¥"\\-#,##0',
  7: '"¥"#,##0.00;"¥"\\-#,##0.00',
  8: '"¥"#,##0.00;[Red]"¥"\\-#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'mm-dd-yy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yy h:mm',
  27: '[$-411]ge.m.d',
  28: '[$-411]ggge"年"m"月"d"日"',
  29: '[$-411]ggge"年"m"月"d"日"',
  30: 'm/d/yy',
  31: 'yyyy"年"m"月"d"日"',
  32: 'h"時"mm"分"',
  33: 'h"時"mm"分"ss"秒"',
  34: 'yyyy"年"m"月"',
  35: 'm"月"d"日"',
  36: '[$-411]ge.m.d',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;[Red](#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;[Red](#,##0.00)',
  41: '_ * #,##0_ ;_ * \\-#,##0_ ;_ * "-"_ ;_ @_ ',
  42: '_ "¥"* #,##0_ ;_ "¥"* \\-#,##0_ ;_ "¥"* "-"_ ;_ @_ ',
  43: '_ * #,##0.00_ ;_ * \\-#,##0.00_ ;_ * "-"??_ ;_ @_ ',
  44: '_ "¥"* #,##0.00_ ;_ "¥"* \\-#,##0.00_ ;_ "¥"* "-"??_ ;_ @_ ',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mmss.0',
  48: '##0.0E+0',
  49: '@',
  50: '[$-411]ge.m.d',
  51: '[$-411]ggge"年"m"月"d"日"',
  52: 'yyyy"年"m"月"',
  53: 'm"月"d"日"',
  54: '[$-411]ggge"年"m"月"d"日"',
  55: 'yyyy"年"m"月"',
  56: 'm"月"d"日"',
  57: '[$-411]ge.m.d',
  58: '[$-411]ggge"年"m"月"d"日"',
}

export function builtInFormat(id: number): string {
  return BUILT_IN[id] ?? 'General'
}

/** Quoted texts, escaped, padding and fill characters: what a format shows as it is. */
const LITERAL = /"[^"]*"?|\\.?|_.?|\*.?/gs
const ELAPSED = /\[(?:h+|m+|s+)\]/i
const BRACKETED = /\[[^\]]*\]?/g
const WORDS = /General|G\/標準/gi
const EXPONENT = /E[+-]/gi
const HALF_OF_DAY = /AM\/PM|A\/P|上午\/下午|午前\/午後/gi

/** What numbers of this format are; its first section decides, which shows positive numbers. */
export function numberMeaning(format: string): NumberMeaning {
  const bare = format.replaceAll(LITERAL, '')
  const section = bare.split(';')[0] ?? ''
  const isElapsed = ELAPSED.test(section)
  const halves = section.replaceAll(BRACKETED, '').replaceAll(WORDS, '').replaceAll(EXPONENT, '')
  const codes = halves.replaceAll(HALF_OF_DAY, 'h').toLowerCase()
  if (isElapsed) return 'duration'
  const { hasDate, hasTime } = datePartsOf(codes)
  if (hasDate) return hasTime ? 'datetime' : 'date'
  if (hasTime) return 'time'
  if (codes.includes('%')) return 'percent'
  return codes.trim() === '@' ? 'text' : 'number'
}

/** `m` is minutes behind hours and before seconds, else months. */
function datePartsOf(codes: string) {
  const parts = codes.match(/y+|e+|g+|b+|d+|a{3,4}|m+|h+|s+/g) ?? []
  let hasDate = false
  let hasTime = false
  parts.forEach((part, n) => {
    const isMinutes = part[0] === 'm' && part.length <= 2 && (parts[n - 1]?.[0] === 'h' || parts[n + 1]?.[0] === 's')
    if (part[0] === 'h' || part[0] === 's' || isMinutes) hasTime = true
    // A lone year of the Buddhist calendar or an era without its year are no dates.
    else if (part[0] !== 'b' && part[0] !== 'g') hasDate = true
  })
  return { hasDate, hasTime }
}
