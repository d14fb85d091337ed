import { parseExactly } from '../../platform/exact-json.ts'
import { type ColumnType, formatColumnType } from '../table/column-type.ts'
import { dateRules, timeRules, timestampRules, timestamptzRules } from './calendar.ts'
import { decimalRules } from './decimal.ts'
import { jsonRules } from './json-text.ts'
import { bigintRules, doubleRules, integerRules } from './numbers.ts'
import { booleanRules, uuidRules, varcharRules } from './plain-texts.ts'
import { type Parsed, quoteText, type TypeRules } from './type-rules.ts'

/**
 * One canonical text per value. Writes, defaults, filters and merges make it here; ingest and retype ask the same
 * grammar in SQL. DuckDB's CAST alone is not strict: it rounds 1.5 to 2, and drops the offset of a TIMESTAMP.
 */

/** A JSON value, or for any type a string that is cast strictly; in a JSON column too a string is JSON text. */
export function parseValue(type: ColumnType, json: unknown): Parsed {
  if (json === null) return { text: null }
  const rules = rulesOf(type)
  return typeof json === 'string' ? rules.fromText(json) : rules.fromJson(json)
}

/** How the value stands in a response: canonical text to JSON text, every digit kept. */
export function encodeToJsonText(type: ColumnType, canonical: string | null): string {
  return canonical === null ? 'null' : rulesOf(type).toJsonText(canonical)
}

/** The same as a value: JSON.stringify writes the numbers that JavaScript would change as they are. */
export function encodeValue(type: ColumnType, canonical: string | null): unknown {
  return parseExactly(encodeToJsonText(type, canonical))
}

/** SQL that is true for NULL and for the texts `parseValue` reads, else false. `text` is SQL of type VARCHAR. */
export function sqlIsCastable(type: ColumnType, text: string): string {
  const { pattern, sqlFits } = rulesOf(type)
  // CASE and not AND: DuckDB may ask the parts of an AND in any order, and CAST may fail on what does not match.
  const fits = sqlFits ? sqlFits(text) : 'true'
  return `(CASE WHEN ${text} IS NULL THEN true WHEN regexp_full_match(${text}, ${quoteText(pattern)}) THEN ${fits} ELSE false END)`
}

/** SQL of the column's type: the value, or NULL where the text is none. No other text reaches CAST. */
export function sqlStrictCast(type: ColumnType, text: string): string {
  const { sqlForCast } = rulesOf(type)
  const read = sqlForCast ? sqlForCast(text) : text
  return `(CASE WHEN ${sqlIsCastable(type, text)} THEN CAST(${read} AS ${formatColumnType(type)}) END)`
}

const PLAIN_RULES = {
  VARCHAR: varcharRules,
  INTEGER: integerRules,
  BIGINT: bigintRules,
  DOUBLE: doubleRules,
  BOOLEAN: booleanRules,
  DATE: dateRules,
  TIME: timeRules,
  TIMESTAMP: timestampRules,
  TIMESTAMPTZ: timestamptzRules,
  UUID: uuidRules,
  JSON: jsonRules,
}

function rulesOf(type: ColumnType): TypeRules {
  return type.name === 'DECIMAL' ? decimalRules(type) : PLAIN_RULES[type.name]
}
