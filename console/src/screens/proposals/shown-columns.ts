import type { ProposedRow } from '../../service/proposals.ts'

/** Columns that say which row it is, before those that change. */
const NAMING = 2
/** A table of so few is shown whole. */
const FEW = 7

/** The columns of a diff in the order of the table: all of them, or those that change and the first ones, which name the rows. */
export function shownColumns(
  columns: readonly string[],
  rows: readonly ProposedRow[],
  isAll: boolean,
): { shown: string[]; isWhole: boolean } {
  const changed = new Set(rows.flatMap(({ cells }) => cells.map(({ column }) => column)))
  // A column may be gone since.
  const known = [...columns, ...[...changed].filter((name) => !columns.includes(name))]
  if (isAll || known.length <= FEW) return { shown: known, isWhole: known.length <= FEW }
  const shown = known.filter((name, n) => n < NAMING || changed.has(name))
  return { shown, isWhole: shown.length === known.length }
}
