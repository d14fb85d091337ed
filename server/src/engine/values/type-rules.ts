/** A value's canonical text, or why the value is refused: a sentence for the person who sent it. */
export type Parsed = { text: string | null } | { error: string }

/**
 * All that is known of one type's values. The canonical text is what deltas hold and what is compared: equal values
 * have equal texts. The SQL parts are expressions over an expression of type VARCHAR.
 */
export type TypeRules = {
  /** The grammar, as both JavaScript and RE2 read it; it speaks of the whole text. */
  pattern: string
  fromText: (text: string) => Parsed
  /** From a JSON number, boolean, array or object. */
  fromJson: (json: unknown) => Parsed
  toJsonText: (canonical: string) => string
  /** SQL: whether a text that matches the pattern also is a value; without it, it always is. */
  sqlFits?: (text: string) => string
  /** SQL: the text to hand to CAST, where CAST would keep what the canonical text has not. */
  sqlForCast?: (text: string) => string
}

/** The largest text of a cell, in Unicode code points, as DuckDB's length() counts too. */
export const MAX_CHARACTERS = 1_000_000

export function isTooLong(text: string): boolean {
  if (text.length <= MAX_CHARACTERS) return false
  if (text.length > 2 * MAX_CHARACTERS) return true
  let characters = 0
  for (const _ of text) characters++
  return characters > MAX_CHARACTERS
}

export const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`)

/** A text as a literal of SQL. */
export const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`

export const quoted = (canonical: string) => `"${canonical}"`

/** How a refusal begins: with the value, cut short. */
export function shown(json: unknown): string {
  if (Array.isArray(json)) return 'An array'
  if (typeof json === 'object') return 'An object'
  if (typeof json !== 'string') return String(json)
  return json.length <= 60
    ? JSON.stringify(json.toWellFormed())
    : `${JSON.stringify(json.slice(0, 60).toWellFormed())}…`
}

/** For types whose values JSON has no form of its own for: they travel as strings. */
export const asString = (type: string) => (json: unknown) => ({
  error: `${shown(json)} is not text: a ${type} is sent as a string.`,
})
