import type { MadeCell } from '../made-table.ts'
import { isPageNumber } from '../page-number.ts'
import { NOTHING, type Relation, type RelationRow } from '../relation.ts'

/** A place in a heading that holds a name, and the place of what it names. */
type Pair = { name: string; at: number; value: number }

/**
 * Names that come again in headings, each with a value behind it: `No. | 000418 | Day | 2 June` above each of several slips. They
 * are columns of the rows below.
 */
export function headPairs({ rows, headings }: Relation): {
  names: readonly string[]
  of(row: RelationRow): Map<string, MadeCell> | null
} {
  const seen = new Map<string, number>()
  const heads = rows.filter((row) => headings.has(row))
  for (const row of heads)
    for (const { name, at } of pairsIn(row)) seen.set(`${at}:${name}`, (seen.get(`${at}:${name}`) ?? 0) + 1)
  const isKnown = (row: RelationRow) => pairsIn(row).every(({ name, at }) => (seen.get(`${at}:${name}`) ?? 0) > 1)
  const names = new Set(heads.filter(isKnown).flatMap((row) => pairsIn(row).map(({ name }) => name)))
  return {
    names: [...names],
    of: (row) => {
      const pairs = pairsIn(row)
      if (pairs.length === 0 || !isKnown(row)) return null
      return new Map(pairs.map(({ name, value }) => [name, row[value] ?? NOTHING]))
    },
  }
}

/** Filled places two by two; none where one is left over. */
function pairsIn(row: RelationRow): Pair[] {
  const places = [...row.keys()].filter((place) => {
    const text = row[place]?.text
    return text != null && !isPageNumber(text)
  })
  if (places.length === 0 || places.length % 2 !== 0) return []
  return places.flatMap((at, n) => {
    const value = places[n + 1]
    return n % 2 === 0 && value !== undefined ? [{ name: row[at]?.text ?? '', at, value }] : []
  })
}
