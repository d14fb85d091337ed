import type { SelectStmt } from 'libpg-query'

const counts = new WeakMap<SelectStmt, number>()

/** How many parameters a query has: the largest number that it names. */
export function countParameters(select: SelectStmt): number {
  const known = counts.get(select)
  if (known !== undefined) return known
  let most = 0
  const waiting: unknown[] = [select]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue
    if ('ParamRef' in value) most = Math.max(most, numberOf(value.ParamRef))
    for (const inner of Object.values(value)) if (typeof inner === 'object') waiting.push(inner)
  }
  counts.set(select, most)
  return most
}

const numberOf = (reference: unknown): number =>
  typeof reference === 'object' && reference !== null && 'number' in reference ? Number(reference.number) : 0
