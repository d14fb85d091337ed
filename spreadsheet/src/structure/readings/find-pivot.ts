import { NAMED_VALUE } from '../tables/reshape/pivot.ts'
import type { Candidate } from './candidate.ts'
import type { Field, Sample } from './sample.ts'

/** Names come again in the same order so often at least. */
const FEWEST_ROUNDS = 2
const MOST_NAMES = 60

/** Rows that are name and value, the same names again and again. */
export function findPivot(sample: Sample): Candidate[] {
  const { columns } = sample
  if (columns.length > 2) return []
  const [first, second] = columns
  if (!first) return []
  const rows = sample.hasNoHeader ? sample.rows : [columns.map(({ headerCell }) => headerCell), ...sample.rows]
  const names = rows.map((row) => (second ? nameOf(row[0] ?? null) : namedBy(row[0] ?? null)))
  const score = judgeRounds(names)
  if (score === 0) return []
  const step = { kind: 'pivot', name_column: first.name, value_column: (second ?? first).name } as const
  return [{ step, score, why: 'rows are names and values, the same names in each round' }]
}

const nameOf = (field: Field) => (field?.value.kind === 'text' ? field.text : null)

const namedBy = (field: Field) => (field ? (NAMED_VALUE.exec(field.text)?.[1]?.trim() ?? null) : null)

function judgeRounds(names: readonly (string | null)[]): number {
  const [first] = names
  if (!first) return 0
  const round = names.indexOf(first, 1)
  const distinct = new Set(names)
  if (round < 2 || distinct.size > MOST_NAMES || names.length < round * FEWEST_ROUNDS) return 0
  const kept = names.filter((name, n) => name !== null && name === names[n % round]).length / names.length
  return kept >= 0.8 ? 0.95 * kept : 0
}
