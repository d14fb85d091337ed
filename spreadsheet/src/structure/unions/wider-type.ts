const DECIMAL = /^DECIMAL\((\d+),(\d+)\)$/
const MOST_DIGITS = 38

type Family = 'number' | 'date' | 'time' | 'boolean' | 'text'

export function familyOf(type: string): Family {
  if (/^(?:BIGINT|INTEGER|HUGEINT|DOUBLE|DECIMAL)/.test(type)) return 'number'
  if (type === 'DATE' || type.startsWith('TIMESTAMP')) return 'date'
  if (type === 'TIME') return 'time'
  return type === 'BOOLEAN' ? 'boolean' : 'text'
}

/** The narrowest type that holds the values of both; text where they have nothing in common. */
export function widerType(one: string, other: string): string {
  if (one === other) return one
  const families = [familyOf(one), familyOf(other)]
  if (families.every((family) => family === 'number')) return widerNumber(one, other)
  return families.every((family) => family === 'date') && isPlainMoment(one) && isPlainMoment(other)
    ? 'TIMESTAMP'
    : 'VARCHAR'
}

const isPlainMoment = (type: string) => type === 'DATE' || type === 'TIMESTAMP'

function widerNumber(one: string, other: string): string {
  const [a, b] = [digitsOf(one), digitsOf(other)]
  // A double rounds what is longer than a whole number of 64 bits.
  if (!a || !b) return [a, b].some((digits) => digits && digits.whole > 19) ? 'VARCHAR' : 'DOUBLE'
  const [whole, scale] = [Math.max(a.whole, b.whole), Math.max(a.scale, b.scale)]
  if (scale === 0) return whole > 19 ? 'HUGEINT' : 'BIGINT'
  return whole + scale > MOST_DIGITS ? 'VARCHAR' : `DECIMAL(${whole + scale},${scale})`
}

/** Digits before and after the point; null for a double. */
function digitsOf(type: string): { whole: number; scale: number } | null {
  const [, width, scale] = DECIMAL.exec(type) ?? []
  if (width !== undefined) return { whole: Number(width) - Number(scale), scale: Number(scale) }
  if (type === 'HUGEINT') return { whole: 38, scale: 0 }
  return type === 'DOUBLE' ? null : { whole: 19, scale: 0 }
}
