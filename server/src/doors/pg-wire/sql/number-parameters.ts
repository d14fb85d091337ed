import { tokensOf } from './tokens.ts'

/** `kept`: which parameters are left, by the numbers they had. */
export type Numbered = { sql: string; kept: readonly number[] }

/** A call that became something else may have taken parameters with it. Those that are left are numbered without gaps. */
export function numberParameters(sql: string, count: number): Numbered {
  const tokens = tokensOf(sql)
  const used = new Set(tokens.flatMap(({ kind, text }) => (kind === 'parameter' ? Number(text.slice(1)) : [])))
  const kept = [...used].toSorted((one, other) => one - other)
  if (kept.length === count) return { sql, kept }
  const place = new Map(kept.map((number, n) => [`$${number}`, `$${n + 1}`]))
  const texts = tokens.map(({ kind, text }) => (kind === 'parameter' ? (place.get(text) ?? text) : text))
  return { sql: texts.join(''), kept }
}
