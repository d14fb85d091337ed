import type { PeriodAxis } from '../../parse-spec/parse-spec.ts'
import { columnLetters } from '../../xlsx/cell-reference.ts'
import type { ShapeColumn, TableShape } from '../header/table-shape.ts'
import type { ColumnRole, Roles } from '../roles/roles.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import type { Granularity, PeriodLabel } from './period-label.ts'
import { periodOfCell, readDayNumbers } from './period-of-cell.ts'
import { resolvePeriods, yearAround, yearInText } from './resolve-periods.ts'
import { spellPeriod } from './spell-period.ts'

/** Columns that are computed from others have no time of their own. */
const COMPUTED: ReadonlySet<ColumnRole> = new Set(['total', 'difference', 'ratio', 'note'])
/** The table is laid out by time if at least this share of its columns of values differ by time. */
const SMALLEST_SHARE = 0.6

type Leaf = { column: number; cell: SheetCell; period: PeriodLabel; above: PeriodLabel | null }

/**
 * The columns of a table that are one measure at different times. `title` stands above the table and may name the year, and so
 * may the `texts` around it.
 */
export function findPeriodAxis(
  sheet: Sheet,
  shape: TableShape,
  roles: Roles,
  title: string | null,
  texts: readonly string[] = [],
): PeriodAxis | null {
  if (shape.orientation === 'columns' || shape.headerRows.length === 0) return null
  const labels = new Set(shape.labelColumns)
  const values = shape.columns.filter(
    ({ column }) => !labels.has(column) && !COMPUTED.has(roles.columns.get(column) ?? 'measure'),
  )
  const leaves = finest(readLeaves(values))
  if (new Set(leaves.map(({ cell }) => cell.text)).size < 2 || leaves.length < values.length * SMALLEST_SHARE)
    return null
  const context = yearInText(title) ?? yearAround(texts) ?? yearInText(sheet.name) ?? yearInText(sheet.fileName)
  const periods = resolvePeriods(
    leaves.map(({ period }) => period),
    leaves.map(({ above }) => above),
    context,
  )
  return {
    columns: leaves.map(({ column }) => columnLetters(column)),
    labels: leaves.map(({ cell }) => cell.text),
    normalized: periods.map(spellPeriod),
    granularity: periods[0]?.granularity ?? 'other',
  }
}

/** The lowest header cell of each column that names a time, and what the ones above it say. */
function readLeaves(columns: readonly ShapeColumn[]): Leaf[] {
  const days = readDayNumbers(columns.map(({ path }) => path))
  return columns.flatMap(({ column, path }) => {
    const periods = path.map((cell) => days.get(cell) ?? periodOfCell(cell))
    const level = periods.findLastIndex((period) => period !== null)
    const cell = path[level]
    const period = periods[level]
    if (!cell || !period) return []
    return [{ column, cell, period, above: periods.slice(0, level).findLast((one) => one !== null) ?? null }]
  })
}

const FINENESS: readonly Granularity[] = ['day', 'week', 'month', 'quarter', 'half', 'year', 'other']

/** Of 1Q 2Q 上期 3Q 4Q 下期 通期 the quarters: the coarser ones say the same again. */
function finest(leaves: readonly Leaf[]): Leaf[] {
  const [kept = []] = FINENESS.map((granularity) =>
    leaves.filter(({ period }) => period.granularity === granularity),
  ).filter((found) => found.length >= 2)
  return kept
}
