import type { NumberValue } from './value.ts'

/** Words for quantities that stand behind digits. Years, months and days are not among them: `4月` names a time. */
const UNITS =
  '(?:[十百千万億兆]{0,2}(?:円|ドル|米ドル|ユーロ|株|人|名|件|個|社|口|台|戸|本|枚|回|歳|倍|点|箱|冊|店|頭|羽|世帯|トン|t)|[百千万億兆]{1,2})'
/** Signs, dollars with their country before them, codes of three letters, and the short words of countries without a sign. */
const CURRENCIES =
  '(?:[¥$€£₩₹₽₺₫₱₪₴₦฿]|(?:US|A|AU|C|CA|HK|NT|NZ|S|R|MX)\\$|USD|EUR|JPY|GBP|CHF|CNY|RMB|AUD|CAD|SEK|NOK|DKK|PLN|CZK|HUF|BRL|INR|KRW|SGD|HKD|TWD|ZAR|Fr\\.|kr\\.?|zł|Kč|Ft|Rs\\.?|RM|Rp)'
const MINUS = '[-−–▲△▼]'

/** Groups of three, two in India; a space, a thin one or an apostrophe too. */
const GROUPED = "\\d{1,3}(?:,\\d{2,3})*,\\d{3}|\\d{1,3}(?:[ '\\u2019]\\d{3})+|\\d+"
const SPELLING = new RegExp(
  `^(\\()?(${MINUS}|\\+)? ?(${CURRENCIES})? ?(${MINUS})? ?(?:(${GROUPED})(\\.\\d*)?|(\\.\\d+))([Ee][-+]?\\d{1,3})? ?` +
    `(%|‰|${CURRENCIES}|${UNITS})?(-)?(\\))?([*†‡]{1,3})?$`,
)

/** `1.234,56`, `1.234.567` and `0,5`: what no point can mean. `1,234` is a thousand and more until its column says otherwise. */
const CONTINENTAL = new RegExp(
  `^(\\()?(${MINUS}|\\+)? ?(${CURRENCIES})? ?(\\d{1,3}(?:[. ]\\d{3})*,\\d{1,2}|\\d{1,3}(?:\\.\\d{3}){2,}|\\d+,\\d{1,2}|\\d{1,3}(?:[. ]\\d{3})+,\\d+|0,\\d+) ?(%|${CURRENCIES}|${UNITS})?(-)?(\\))?$`,
)

/** Most texts differ from numbers in their first characters. */
const MAY_BE_NUMBER = new RegExp(`^[-+−–▲△▼(.\\d]|^${CURRENCIES}`)

/** Marks that lead to notes, before a number: `※2, ※13 1,853`, `※1,2 1,853`, `※ 1,853`. */
const NOTE_MARKS = /^(?:※ ?(?:\d{1,2}(?: ?, ?\d{1,2})*)?(?: ?, ?(?=※)| ))+/

/** A quantity as people write it; null for anything else. The text is NFKC and without surrounding spaces. */
export function readNumberText(text: string): NumberValue | null {
  const bare = text.startsWith('※') ? text.replace(NOTE_MARKS, '') : text
  if (!MAY_BE_NUMBER.test(bare)) return null
  return readSpelled(bare) ?? readContinental(bare)
}

/** `0,750`: no thousands begin with nothing. */
const LEADING_ZERO = /^0\d*,/

function readSpelled(text: string): NumberValue | null {
  const match = SPELLING.exec(text)
  if (match === null) return null
  const [, open, sign, before, inner, whole = '', point = '', bare = '', power = '', after, trailing, close] = match
  if ((open === undefined) !== (close === undefined) || LEADING_ZERO.test(whole)) return null
  const fraction = point + bare
  const size = Number(`${whole.replaceAll(/\D/g, '')}${fraction === '.' ? '' : fraction}${power}`)
  const isNegative = open !== undefined || isMinus(sign) || isMinus(inner) || trailing !== undefined
  return quantity(size, isNegative, Math.max(0, fraction.length - 1), before ?? after ?? null)
}

/** One sign and three digits behind it: `1,500` and `19.484` are what the other figures of their sheet say. */
const EITHER = new RegExp(`^(${MINUS}|\\+)? ?(${CURRENCIES})? ?(\\d{1,3})([.,])(\\d{3}) ?(${CURRENCIES})?$`)

/** A figure of a sheet whose decimal sign is a comma; null where it can be read in one way only. */
export function readWithComma(text: string): NumberValue | null {
  const [, sign, before, whole = '', mark, behind = '', after] = EITHER.exec(text) ?? []
  if (mark === undefined) return null
  const isFraction = mark === ','
  const size = Number(isFraction ? `${whole}.${behind}` : `${whole}${behind}`)
  const read = quantity(size, isMinus(sign), isFraction ? behind.length : 0, before ?? after ?? null)
  return { ...read, isContinental: true, isSettled: true }
}

function readContinental(text: string): NumberValue | null {
  const match = CONTINENTAL.exec(text)
  if (match === null) return null
  const [, open, sign, before, digits = '', after, trailing, close] = match
  if ((open === undefined) !== (close === undefined)) return null
  const [whole = '', fraction = ''] = digits.split(',')
  const size = Number(`${whole.replaceAll(/\D/g, '')}.${fraction}`)
  const isNegative = open !== undefined || isMinus(sign) || trailing !== undefined
  return { ...quantity(size, isNegative, fraction.length, before ?? after ?? null), isContinental: true }
}

function quantity(size: number, isNegative: boolean, decimals: number, unit: string | null): NumberValue {
  const share = unit === '%' ? 100 : unit === '‰' ? 1000 : 1
  const isPercent = share > 1
  const shared = size / share
  return {
    kind: 'number',
    // `7.4%` is 0.074: what the division leaves behind the fifteenth digit is none of it.
    number: (isNegative ? -1 : 1) * (isPercent ? Number(shared.toPrecision(15)) : shared),
    decimals,
    isPercent,
    unit: isPercent ? null : unit,
  }
}

const isMinus = (sign: string | undefined) => sign !== undefined && sign !== '+'
