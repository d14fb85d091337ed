import { isWeekday } from '../periods/period-of-cell.ts'
import type { SheetCell } from '../sheet.ts'
import { readUnit } from '../units/read-unit.ts'
import type { TopRows } from './top-rows.ts'

/** A row below full names that fills less than so many of the columns names none of them: it heads the rows below it. */
const FILLS_HALF = 0.5

/**
 * Where a header of so many rows really ends. It ends early where a row has named every column and the next one fills few of
 * them: that is a banner of the data. It goes on through rows that only say more about the names above them: the lower part
 * of names merged down, weekdays under days, units under measures.
 */
export function headerEnd(top: TopRows, rows: number): number {
  const named = firstOfValues(top, rows) ?? firstOfNames(top, rows)
  if (named !== null) return named
  for (let row = 0; row < rows - 1; row++) {
    const isFull = cellsOf(top, row).length === top.width
    const isBanner = cellsOf(top, row + 1).length < top.width * FILLS_HALF && !completesNames(top, row + 1)
    if (isFull && isBanner) return row + 1
  }
  let end = rows
  while (end > 0 && end < top.depth && completesNames(top, end)) end++
  return end
}

/** A row that fills so many of the columns may be a record. */
const FULL_ROW = 0.6

/** Under a corner that has a name, a day, a time or an amount in the first column begins the values. */
function firstOfValues(top: TopRows, rows: number): number | null {
  if (top.cellAt(0, 0)?.value.kind !== 'text') return null
  const corners: number[] = []
  for (let row = 1; row < rows; row++) {
    const first = top.cellAt(row, 0)
    const isOwn = first !== undefined && first.row === top.box.top + row
    if (isOwn && (first.value.kind === 'date' || top.lookAt(row, 0) === 'figure')) return row
    if (isOwn && cellsOf(top, row).length >= top.width * FULL_ROW) corners.push(row)
  }
  // A corner has one name, or one for each of two lines; more full rows with a text in front are records.
  return corners.length > 1 ? (corners[0] ?? null) : null
}

/** More rows of a header than this do not each begin with a text of their own. */
const MOST_CORNERS = 4

/** A record has so many cells. */
const FEWEST_FIELDS = 3

/** Under the first corner that has a name, one row after the other begins with another text: these are names of records. */
function firstOfNames(top: TopRows, rows: number): number | null {
  const named: number[] = []
  for (let row = 0; row < rows; row++) {
    const first = top.cellAt(row, 0)
    const isOwn = first?.value.kind === 'text' && first.row === top.box.top + row
    if (isOwn && cellsOf(top, row).length >= FEWEST_FIELDS) named.push(row)
  }
  const texts = new Set(named.map((row) => top.cellAt(row, 0)?.text))
  const [corner = 0, next] = named
  return named.length > MOST_CORNERS && texts.size === named.length && next === corner + 1 ? next : null
}

/** Fewer weekdays or units in a row may be values. */
const FEWEST_WEEKDAYS = 3
const FEWEST_UNITS = 2

function completesNames(top: TopRows, row: number): boolean {
  const cells = cellsOf(top, row)
  const own = cells.filter((cell) => cell.row === top.box.top + row)
  if (own.length < cells.length && own.every(isNoFigure)) return true
  if (own.length >= FEWEST_WEEKDAYS && own.every(({ text }) => isWeekday(text))) return true
  const units = own.filter(({ text }) => isUnitAlone(text) || IN_BRACKETS.test(text))
  const isEnough = units.length >= FEWEST_UNITS || units.some(({ text }) => IN_BRACKETS.test(text) && isUnitAlone(text))
  const areMost =
    units.length >= own.length * MOST_UNITS && isBesideKey(top, row) && own.every(({ value }) => value.kind === 'text')
  return isEnough && (units.length === own.length || areMost) && !isUnitColumn(top, row, units)
}

/** Of a row of units so many are some; the others may say which values a column has: `A to C`. */
const MOST_UNITS = 0.75

/** Nothing stands in the first column, where the records have their names. */
const isBesideKey = (top: TopRows, row: number) => top.cellAt(row, 0) === undefined

const isNoFigure = ({ value }: SheetCell) =>
  value.kind !== 'error' && (value.kind !== 'number' || Number.isInteger(value.number))

const IN_BRACKETS = /^[(（[［〔]\s*(.{1,12}?)\s*[)）\]］〕]$/u
const PHYSICAL =
  /^(?:[°℃℉%‰]C?|[kmcµμn]?(?:m|g|l|L|Pa|W|V|A|s|Hz|bar|mol)[²³23]?(?:\/[a-zA-Z]{1,4}[²³23]?)?|pH|rpm|ppm|ppb|t|ha|h|min|pcs|ea)$/u

/** `千円`, `(kg)`, `mg/L`: nothing but a unit. */
function isUnitAlone(text: string): boolean {
  const bare = IN_BRACKETS.exec(text)?.[1] ?? text
  return PHYSICAL.test(bare) || readUnit(bare) !== null
}

/** Units that stand again below are values of columns of units. */
const isUnitColumn = (top: TopRows, row: number, units: readonly SheetCell[]) =>
  units.some(({ column }) => top.isBelow(row, column - top.box.left))

/** Each cell of a row once, however many columns it is merged over. */
export const cellsOf = (top: TopRows, row: number): SheetCell[] => [
  ...new Set(Array.from({ length: top.width }, (_, column) => top.cellAt(row, column)).flatMap((cell) => cell ?? [])),
]
