import type { MadeCell } from '../made-table.ts'
import { NO_HEADINGS, NOTHING, plainColumn, type Relation, type RelationColumn } from '../relation.ts'
import { spellLabel } from '../spell-value.ts'
import { fieldNames } from './field-names.ts'

/**
 * Rows become columns: the columns at the left name them, and the headers of the others are values of the first one. `labels`: how many
 * columns at the left do.
 */
export function transpose({ columns, rows }: Relation, hasHeader: boolean, labels = 1): Relation {
  const [corner] = columns
  const texts = rows.map((row) => row.slice(0, labels).map(({ text }) => text ?? ''))
  const names = fieldNames(texts, hasHeader ? (corner?.name ?? '') : null)
  return {
    columns: names.map(plainColumn),
    rows: columns
      .slice(labels)
      .map((column, n) => [
        ...(hasHeader ? [headerOf(column)] : []),
        ...rows.map((row): MadeCell => row[n + labels] ?? NOTHING),
      ]),
    headings: NO_HEADINGS,
  }
}

function headerOf(column: RelationColumn): MadeCell {
  const cell = column.path.at(-1)
  return cell ? { text: spellLabel(cell), from: cell } : { text: column.name, from: null }
}
