import { type Parsed, shown, type TypeRules, whole } from './type-rules.ts'

type WholeNumbers = { name: string; least: bigint; most: bigint; instead: string }

const INTEGER = { name: 'INTEGER', least: -(2n ** 31n), most: 2n ** 31n - 1n, instead: 'BIGINT holds more' }
const BIGINT = { name: 'BIGINT', least: -(2n ** 63n), most: 2n ** 63n - 1n, instead: 'DECIMAL(38,0) holds more' }

export const integerRules: TypeRules = { ...wholeNumberRules(INTEGER), toJsonText: (canonical) => canonical }

/** Beyond 2^53 − 1 most readers of JSON would round the number, so it leaves as a string. */
export const bigintRules: TypeRules = {
  ...wholeNumberRules(BIGINT),
  toJsonText: (canonical) => (Number.isSafeInteger(Number(canonical)) ? canonical : `"${canonical}"`),
}

function wholeNumberRules(type: WholeNumbers) {
  const digits = String(type.most).length
  return {
    pattern: `-?(?:0|[1-9][0-9]{0,${digits - 1}})`,
    fromText: (text: string) => parseWholeNumber(type, text),
    fromJson: (json: unknown) => parseJsonInteger(type, json),
    sqlFits: (text: string) => `CAST(${text} AS HUGEINT) BETWEEN ${type.least} AND ${type.most}`,
  }
}

const DIGITS = /^-?(?:0|[1-9][0-9]*)$/

function parseWholeNumber(type: WholeNumbers, text: string): Parsed {
  if (!DIGITS.test(text)) {
    return { error: `${shown(text)} is not ${type.name}: write digits only, such as 42 or -7, without leading zeros.` }
  }
  // Of a longer text the size is plain, and its conversion would be slow.
  const isLong = text.length > 20
  const value = isLong ? type.most + 1n : BigInt(text)
  if (value < type.least || value > type.most) {
    return { error: `${shown(text)} does not fit ${type.name}, ${type.least} to ${type.most}: ${type.instead}.` }
  }
  return { text: String(value) }
}

function parseJsonInteger(type: WholeNumbers, json: unknown): Parsed {
  if (typeof json !== 'number') return { error: `${shown(json)} is not ${type.name}: send a whole number.` }
  if (!Number.isInteger(json)) return { error: `${json} is not ${type.name}: send a number without decimals.` }
  if (!Number.isSafeInteger(json)) {
    return { error: `${json} is so large that a JSON number loses digits: send it as a string.` }
  }
  return parseWholeNumber(type, String(json))
}

/** JSON's own grammar of numbers. */
export const NUMBER_PATTERN = String.raw`-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?`
const NUMBER_TEXT = whole(NUMBER_PATTERN)

export const doubleRules: TypeRules = {
  pattern: NUMBER_PATTERN,
  fromText: parseDouble,
  fromJson: (json) =>
    typeof json === 'number'
      ? canonicalDouble(json, json)
      : { error: `${shown(json)} is not a DOUBLE: send a number, such as 1.5.` },
  // ECMAScript's form of a finite number is JSON.
  toJsonText: (canonical) => canonical,
  sqlFits: (text) => `isfinite(CAST(${text} AS DOUBLE))`,
}

function parseDouble(text: string): Parsed {
  if (NUMBER_TEXT.test(text)) return canonicalDouble(Number(text), text)
  return { error: `${shown(text)} is not a DOUBLE: write a finite number as JSON does, such as -1.5 or 6.02e23.` }
}

function canonicalDouble(value: number, sent: unknown): Parsed {
  if (Number.isFinite(value)) return { text: formatDouble(value) }
  return { error: `${shown(sent)} does not fit DOUBLE, which ends at 1.7976931348623157e308: send a smaller number.` }
}

/** The shortest text that names this number and no other; unlike String() it keeps the sign of zero. */
export function formatDouble(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value)
}
