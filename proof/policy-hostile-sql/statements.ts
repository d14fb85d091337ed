import { readFileSync } from 'node:fs'
import { fill } from '../hostile/door.ts'
import { throwDice } from '../sql-differential/dice.ts'
import type { Names } from './governed-tables.ts'
import { SHAPES } from './shapes.ts'

/** What a placeholder of the given lists stands for: places that do not exist, since a client over HTTP knows no others. */
const NOWHERE = { SECRET_FILE: '/secret.txt', SEGMENT: '/in/people.parquet', DATA_DIR: '/data', WORK_DIR: '/work' }
const INSIDE = { OTHER_DIR: '/other', IN_DIR: '/in', OWN_DIR: '/own', SPILL_DIR: '/tmp/spill' }

// Safe: the file is ours.
const { sequences } = JSON.parse(readFileSync(new URL('../hostile/statements.json', import.meta.url), 'utf8')) as {
  sequences: readonly (readonly string[])[]
}

/** Sequences that were written by hand, each to be sent in its order. */
export const givenSequences = (): string[][] => sequences.map((sequence) => fill(sequence, { ...NOWHERE, ...INSIDE }))

/** So many different statements, every shape among them, each about a column that is hidden. */
export function generatedStatements(names: Names, count: number, seed: number): string[] {
  const dice = throwDice(seed)
  const hidden = [names.masked, names.maskedText, names.denied, names.deniedText]
  const every = hidden.flatMap((column) => SHAPES.map((shape) => shape(quoted(column), dice)))
  const statements = new Set(every)
  for (let misses = 0; statements.size < count && misses < count; misses++) {
    const before = statements.size
    statements.add(nested(dice.of(SHAPES)(quoted(dice.of(hidden)), dice), dice.below(4)))
    if (statements.size > before) misses = 0
  }
  return [...statements].slice(0, Math.max(count, every.length))
}

const quoted = (name: string) => `"${name}"`

/** The same question from inside another one. */
function nested(sql: string, way: number): string {
  if (way === 0) return `SELECT * FROM (${sql}) AS inside`
  if (way === 1) return `WITH inside AS (${sql}) SELECT * FROM inside UNION ALL SELECT * FROM inside`
  if (way === 2) return `SELECT to_json(inside) FROM (${sql}) AS inside`
  return `SELECT count(*), list(inside) FROM (${sql}) AS inside`
}
