import { RE2JS } from 're2js'
import { ExpressionError } from './expression.ts'
import { patternSize } from './pattern-size.ts'

const MOST_CHARACTERS = 1_000
/** Compiled in a node within a few milliseconds. */
const MOST_STEPS = 5_000
/** RE2 in DuckDB gives up a little above. */
const MOST_BYTES = 80_000
const MOST_CLASSES = 40

/** RE2 has no backtracking: a match takes the characters of its text times the size of its program, and both are bounded. */
export function refuseIfNoPattern(pattern: string) {
  if (pattern.length > MOST_CHARACTERS)
    throw new ExpressionError(`has a pattern of more than ${MOST_CHARACTERS} characters`)
  const { steps, bytes, classes } = patternSize(pattern)
  if (steps > MOST_STEPS || bytes > MOST_BYTES || classes > MOST_CLASSES)
    throw new ExpressionError(
      'has a pattern that is too large once its repetitions are written out: shorten counts such as {1,500}, or use fewer classes',
    )
  try {
    compiled(pattern)
  } catch (error) {
    throw new ExpressionError(`has a pattern that RE2 cannot read: ${error instanceof Error ? error.message : pattern}`)
  }
}

/** Compiled once: rules ask the same few of every row. */
const PATTERNS = new Map<string, RE2JS>()
const MOST_PATTERNS = 1_000

function compiled(source: string): RE2JS {
  const known = PATTERNS.get(source)
  if (known) return known
  const pattern = RE2JS.compile(source)
  if (PATTERNS.size >= MOST_PATTERNS) PATTERNS.clear()
  PATTERNS.set(source, pattern)
  return pattern
}

/** Whether the whole text has the pattern. */
export const matchesPattern = (pattern: string, text: string) => compiled(pattern).matcher(text).matches()

/** Steps that a match may take for each character of its text. */
export const stepsOf = (pattern: string): number => compiled(pattern).programSize()
