import { type Line, parseFormula, type Reference } from '../../../formulas/parse-formula.ts'
import type { Sheet } from '../../sheet.ts'
import type { ColumnRole } from '../roles.ts'
import type { TableBody } from '../table-lines.ts'

/** Of the numbers of a column so many say by their formulas that they are made in the same way. */
const MOST = 0.8
const FEWEST = 2

/**
 * Columns that say something about their row or their column as a whole, in ways that are no operation on a few others: how
 * many days someone works, the highest mark, what has come together so far, which share of a total it is.
 */
export function aggregateColumns(sheet: Sheet, body: TableBody): Map<number, ColumnRole> {
  const known = new Map<string, ColumnRole | null>()
  const roles = new Map<number, ColumnRole>()
  for (let column = body.box.left; column <= body.box.right; column++) {
    const said = rolesSaid(sheet, body, column, known)
    for (const [role, cells] of Map.groupBy(said, (one) => one))
      if (role && cells.length >= FEWEST && cells.length >= said.length * MOST) roles.set(column, role)
  }
  return roles
}

/** For each number of a column what its formula says that it is; null for one that says nothing. */
function rolesSaid(
  sheet: Sheet,
  { box, skippedRows }: TableBody,
  column: number,
  known: Map<string, ColumnRole | null>,
): (ColumnRole | null)[] {
  const said: (ColumnRole | null)[] = []
  for (let row = box.top; row <= box.bottom; row++) {
    const cell = skippedRows.has(row) ? undefined : sheet.cellAt(row, column)
    if (cell?.value.kind === 'number') said.push(cell.formula ? roleIn(cell.formula.r1c1, known) : null)
  }
  return said
}

/** A formula that was filled down is one text. */
function roleIn(r1c1: string, known: Map<string, ColumnRole | null>): ColumnRole | null {
  const read = known.get(r1c1)
  if (read !== undefined) return read
  const role = roleOf(r1c1)
  known.set(r1c1, role)
  return role
}

const COUNTS = /^(?:COUNT|COUNTA|COUNTIFS?|SUMIFS?|SUMPRODUCT|MAX|MIN|MEDIAN|LARGE|SMALL|AVERAGEIFS?)\(/i
const RANKS = /^RANK(?:\.EQ|\.AVG)?\(/i
const SUMS = /^SUM\(/i
/** One cell of the row by one cell that is the same for all rows. */
const SHARE = /^(?:IFERROR\()?RC(?:\[-?\d+\])?\/R\d+C(?:\[-?\d+\]|\d+)?(?:\*100)?(?:,.*\))?$/i
/** A row has so many cells at least for something to be said of it as a whole. */
const FEWEST_ACROSS = 3

function roleOf(r1c1: string): ColumnRole | null {
  if (SHARE.test(r1c1) || RANKS.test(r1c1)) return 'ratio'
  const references = (parseFormula(r1c1)?.pieces ?? []).filter((piece) => typeof piece !== 'string')
  if (COUNTS.test(r1c1) && references.some(isAcross)) return 'total'
  return SUMS.test(r1c1) && references.length === 1 && references.every(isSoFar) ? 'total' : null
}

const isOwn = ({ isRelative, number }: Line) => isRelative && number === 0

/** Cells side by side in the row of the formula. */
const isAcross = ({ sheet, first, last }: Reference) =>
  sheet === null &&
  last !== null &&
  isOwn(first.row) &&
  isOwn(last.row) &&
  Math.abs(last.column.number - first.column.number) + 1 >= FEWEST_ACROSS

/** From the first row of a column to the row of the formula. */
const isSoFar = ({ sheet, first, last }: Reference) =>
  sheet === null &&
  last !== null &&
  !first.row.isRelative &&
  isOwn(last.row) &&
  first.column.number === last.column.number
