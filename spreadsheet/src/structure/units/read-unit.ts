import type { Unit } from '../../parse-spec/parse-spec.ts'

const MULTIPLES: Readonly<Record<string, number>> = {
  十: 10,
  百: 100,
  千: 1e3,
  万: 1e4,
  十万: 1e5,
  百万: 1e6,
  千万: 1e7,
  億: 1e8,
  十億: 1e9,
  百億: 1e10,
  千億: 1e11,
  兆: 1e12,
}
const ENGLISH_MULTIPLES: readonly (readonly [RegExp, number])[] = [
  [/\bthousands?\b|\b000'?s\b/iu, 1e3],
  [/\bmillions?\b|\bmn\b/iu, 1e6],
  [/\bbillions?\b|\bbn\b/iu, 1e9],
  [/\btrillions?\b/iu, 1e12],
]

/** What is counted. Those that only stand behind digits (`本`, `回`) are units between brackets too. */
const COUNTED =
  '円|ドル|米ドル|ユーロ|元|株|人|名|件|個|社|口|台|戸|本|枚|回|歳|才|年|月|ヶ月|か月|日|倍|点|店|店舗|世帯|トン|t|kg|g|㎡|m2|坪|kW|kWh|MWh|GWh|TJ'
const JAPANESE = new RegExp(`^([十百千万億兆]{0,2})(?:${COUNTED})$|^([十百千万億兆]{1,2})$`, 'u')
const PERCENT = /^(?:%|パーセント|percent|per cent|百分率|百分比)$/iu
const PER_MILLE = /^‰$/u
const MONEY_OR_COUNT =
  /\$|€|£|¥|\b(?:yen|dollars?|usd|eur|jpy|gbp|euros?|shares?|persons?|people|units?|employees|tons?|tonnes?|in (?:thousands|millions|billions))\b/iu

/** A unit by itself: `千円`, `%`, `Millions of yen`. Null for any other text. */
export function readUnit(text: string): Unit | null {
  const bare = text.trim()
  if (PERCENT.test(bare)) return { text: bare, scale: 0.01 }
  if (PER_MILLE.test(bare)) return { text: bare, scale: 0.001 }
  const japanese = JAPANESE.exec(bare)
  if (japanese) return { text: bare, scale: MULTIPLES[japanese[1] || japanese[2] || ''] ?? 1 }
  return readEnglish(bare)
}

/** Longer texts say more than a unit. */
const LONGEST = 40

function readEnglish(text: string): Unit | null {
  if (text.length > LONGEST) return null
  const multiple = ENGLISH_MULTIPLES.find(([word]) => word.test(text))
  if (multiple) return { text, scale: multiple[1] }
  return MONEY_OR_COUNT.test(text) && !/\d/.test(text) ? { text, scale: 1 } : null
}

const STATED = /(?:単位|units?)\s*[:：]?\s*([^)\]】〕、,;]+)/iu
const BRACKETED = /[([【〔<]\s*([^()[\]【】〔〕<>]+?)\s*[)\]】〕>]/gu

/** The unit a text tells among other things: `（単位：千円）`, `売上高（百万円）`, `Net sales (Millions of yen)`. */
export function unitIn(text: string): Unit | null {
  const stated = STATED.exec(text)
  if (stated?.[1]) {
    const unit = readUnit(stated[1])
    if (unit) return unit
  }
  let found: Unit | null = null
  for (const [whole, inner = ''] of text.matchAll(BRACKETED))
    if (inner !== SHARE || SPEAKS_OF_SHARES.test(text.replace(whole, ''))) found = readUnit(inner) ?? found
  return found ?? readUnit(text)
}

/** `(株)` is a unit in `所有株式数(株)` and part of a company's name in `(株)山田商店`. */
const SHARE = '株'
const SPEAKS_OF_SHARES = /数|(?:普通|優先|種類)株式/u
