import type { Reshape } from '../../../parse-spec/parse-spec.ts'
import { NO_HEADINGS, NOTHING, plainColumn, type Relation, type RelationRow } from '../relation.ts'

type JoinLines = Extract<Reshape, { kind: 'join_lines' }>

/** One row for each record that is written over several lines. A line that belongs to no whole record stays one by itself. */
export function joinLines(relation: Relation, { lines, columns }: JoinLines): Relation {
  const places = new Map(relation.columns.map(({ name }, place) => [name, place]))
  const sources = columns.map(({ source, line }) => ({ place: places.get(source) ?? -1, line }))
  return {
    columns: columns.map(({ name }) => plainColumn(name)),
    rows: recordsOf(relation.rows, lines).map((record) =>
      sources.map(({ place, line }) => record[line]?.[place] ?? NOTHING),
    ),
    headings: NO_HEADINGS,
  }
}

/** Lines that follow each other on the sheet, so many at a time. */
function recordsOf(rows: readonly RelationRow[], lines: number): RelationRow[][] {
  const records: RelationRow[][] = []
  for (const row of rows) {
    const open = records.at(-1)
    const above = open?.at(-1)
    if (open && above && open.length < lines && lineOf(row) === lineOf(above) + 1) open.push(row)
    else records.push([row])
  }
  return records
}

/** Where a row stands on the sheet; a cell that a merged area shows may come from a line above, so the lowest counts. */
const lineOf = (row: RelationRow) => Math.max(...row.map(({ from }) => from?.row ?? -1))
