import type { Region } from '../parse-spec/parse-spec.ts'
import type { SheetRemarks } from '../remarks.ts'
import type { MadeCell, MadeTable } from '../structure/tables/made-table.ts'
import { distinctNames } from '../structure/tables/reshape/distinct-names.ts'

/** Whether a column of the region is to have its links in a column of their own. */
export const wantsLinks = ({ columns }: Region) => columns.some(({ link_to = null }) => link_to !== null)

/** A table with a column for where the links of a column lead, right behind it. */
export function withLinks({ columns: described }: Region, made: MadeTable, { links }: SheetRemarks): MadeTable {
  const wanted = new Map(described.flatMap(({ name, link_to = null }) => (link_to === null ? [] : [[name, link_to]])))
  const linkOf = ({ from }: MadeCell): string | null =>
    (from &&
      links.find(
        ({ box }) =>
          from.row >= box.top && from.row <= box.bottom && from.column >= box.left && from.column <= box.right,
      )?.target) ??
    null
  const columns = made.columns.flatMap((column) => {
    const name = wanted.get(column.name)
    return name === undefined ? [column] : [column, { name, type: 'VARCHAR', format: null }]
  })
  const names = distinctNames(columns.map(({ name }) => name))
  return {
    ...made,
    columns: columns.map((column, n) => ({ ...column, name: names[n] ?? column.name })),
    rows: made.rows.map((row) =>
      row.flatMap((cell, n) =>
        wanted.has(made.columns[n]?.name ?? '') ? [cell, { text: linkOf(cell), from: null }] : [cell],
      ),
    ),
  }
}
