/** What a server answered: the names and types of the columns, and every value as its text; or the error. */
export type Answer =
  | { names: string[]; types: number[]; rows: (string | null)[][] }
  | { error: { code: string; message: string } }

export type Verdict = 'equal' | 'refused' | 'different'

/**
 * Refusals in the shape of PostgreSQL: not supported, no such operator, function or cast, a spelling of a value, a number too large.
 * A division by zero counts too: the engine computes the argument of first_value for every row, PostgreSQL for those it shows.
 */
const REFUSALS: ReadonlySet<string> = new Set(['0A000', '42883', '42846', '42804', '22007', '22003', '22012'])

const NUMERIC = 1700
const DOUBLE = 701
/** Beyond their 15 digits doubles differ with the order of a sum. */
const TOLERANCE = 1e-12

export function compare(right: Answer, given: Answer): Verdict {
  if ('error' in right) return 'error' in given ? 'equal' : 'different'
  if ('error' in given) return REFUSALS.has(given.error.code) ? 'refused' : 'different'
  if (right.names.join('\n') !== given.names.join('\n')) return 'different'
  if (!right.types.every((type, n) => isSameType(type, given.types[n] ?? 0))) return 'different'
  if (right.rows.length !== given.rows.length) return 'different'
  const isSame = right.rows.every((row, n) =>
    row.every((cell, column) => isSameCell(cell, given.rows[n]?.[column] ?? null, given.types[column] ?? 0)),
  )
  return isSame ? 'equal' : 'different'
}

/** A quotient and an average of numerics is a double here, as docs/postgresql.md says; varchar and name are text. */
const TEXTS: ReadonlySet<number> = new Set([19, 25, 1042, 1043])
const isSameType = (right: number, given: number) =>
  right === given || (right === NUMERIC && given === DOUBLE) || (TEXTS.has(right) && TEXTS.has(given))

function isSameCell(right: string | null, given: string | null, type: number): boolean {
  if (right === given) return true
  if (right === null || given === null || (type !== NUMERIC && type !== DOUBLE && type !== 700)) return false
  if (plainNumber(right) === plainNumber(given)) return true
  const [one, other] = [Number(right), Number(given)]
  // Whole numbers are exact, where they are no average.
  if (type === NUMERIC && /^-?\d+$/.test(right) && /^-?\d+$/.test(given)) return false
  return Math.abs(one - other) <= TOLERANCE * Math.max(Math.abs(one), Math.abs(other))
}

/** How many zeros follow the last digit hangs on the type that holds a number. */
const plainNumber = (text: string) =>
  /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '').replace(/^-0$/, '0') : text
