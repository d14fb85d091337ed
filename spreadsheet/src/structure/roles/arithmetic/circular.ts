import type { Relation } from './relation.ts'

/** Computed from what is computed from it. */
export function isCircular({ line, operands }: Relation, found: ReadonlyMap<number, Relation>): boolean {
  const seen = new Set<number>()
  const open = [...operands]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === line) return true
    if (seen.has(next)) continue
    seen.add(next)
    for (const operand of found.get(next)?.operands ?? []) open.push(operand)
  }
  return false
}
