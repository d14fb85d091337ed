import type { MadeCell } from '../made-table.ts'
import { NO_HEADINGS, NOTHING, plainColumn, type Relation, type RelationColumn } from '../relation.ts'
import { spellLabel } from '../spell-value.ts'
import { distinctNames } from './distinct-names.ts'

/** Rows become columns: the first column names them, and the headers of the others are values of the first one. */
export function transpose({ columns, rows }: Relation, hasHeader: boolean): Relation {
  const [corner, ...others] = columns
  const labels = rows.map((row) => row[0]?.text ?? '')
  const names = distinctNames(hasHeader ? [corner?.name ?? '', ...labels] : labels)
  return {
    columns: names.map(plainColumn),
    rows: others.map((column, n) => [
      ...(hasHeader ? [headerOf(column)] : []),
      ...rows.map((row): MadeCell => row[n + 1] ?? NOTHING),
    ]),
    headings: NO_HEADINGS,
  }
}

function headerOf(column: RelationColumn): MadeCell {
  const cell = column.path.at(-1)
  return cell ? { text: spellLabel(cell), from: cell } : { text: column.name, from: null }
}
