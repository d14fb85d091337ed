import { NO_HEADINGS, NOTHING, plainColumn, type Relation, type RelationRow } from '../relation.ts'

/** Headings between the rows become a column of their own; columns that held nothing else go. */
export function subtitle(relation: Relation, nameTo: string): Relation {
  let heading = NOTHING
  const rows: RelationRow[] = []
  for (const row of relation.rows) {
    if (relation.headings.has(row)) heading = row.find(({ text }) => text !== null) ?? NOTHING
    else rows.push([heading, ...row])
  }
  const columns = [plainColumn(nameTo), ...relation.columns]
  const kept = columns.map((_, n) => rows.some((row) => row[n]?.text != null))
  return {
    columns: columns.filter((_, n) => kept[n]),
    rows: rows.map((row) => row.filter((_, n) => kept[n])),
    headings: NO_HEADINGS,
  }
}
