import { placesOf, type Relation } from '../relation.ts'

/** Fields that were left out repeat the one above them. */
export function fillDown(relation: Relation, names: readonly string[]): Relation {
  const places = placesOf(relation.columns, names)
  const above = new Map<number, Relation['rows'][number][number]>()
  const rows = relation.rows.map((row) => {
    const filled = [...row]
    for (const place of places) {
      const cell = filled[place]
      if (cell && cell.from !== null) above.set(place, cell)
      else filled[place] = above.get(place) ?? cell ?? { text: null, from: null }
    }
    return filled
  })
  return { ...relation, rows }
}
