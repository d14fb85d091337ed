import type { Unit } from '../../parse-spec/parse-spec.ts'
import type { TableShape } from '../header/table-shape.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { readUnit, unitIn } from './read-unit.ts'

/** What the numbers of a table count: of all of them, and where a column or a row says otherwise. Columns count from 0. */
export type Units = {
  region: Unit | null
  columns: ReadonlyMap<number, Unit>
  /** Rows as in the sheet, counting from 1, as the spec has them. */
  rows: readonly { rows: readonly number[]; unit: Unit }[]
}

/** `texts` are the texts around the table that may name a unit, the likeliest first. */
export function findUnits(sheet: Sheet, shape: TableShape, texts: readonly (string | null | undefined)[]): Units {
  return {
    region: firstUnit(texts) ?? unitOfCorner(shape) ?? unitAbove(sheet, shape),
    columns: unitsOfColumns(sheet, shape),
    rows: unitsOfRows(sheet, shape),
  }
}

function firstUnit(texts: readonly (string | null | undefined)[]): Unit | null {
  for (const text of texts) {
    const unit = text ? unitIn(text) : null
    if (unit) return unit
  }
  return null
}

/** No text farther up speaks of this table. */
const MOST_ROWS_ABOVE = 300
const MOST_COLUMNS = 100
const TELLS_UNIT = /単位|\b(?:unit|in (?:thousands|millions|billions))\b/iu

/** A table that goes on below a heading has the unit that stands above the one before it. */
function unitAbove(sheet: Sheet, { headerRows, dataTop }: TableShape): Unit | null {
  const { top, left, right } = sheet.box
  const first = headerRows[0] ?? dataTop
  for (let row = first - 1; row >= Math.max(top, first - MOST_ROWS_ABOVE); row--)
    for (let column = left; column <= Math.min(right, left + MOST_COLUMNS); column++) {
      const text = sheet.cellAt(row, column)?.text
      const unit = text !== undefined && TELLS_UNIT.test(text) ? unitIn(text) : null
      if (unit) return unit
    }
  return null
}

/** The header of the names may say what the values beside them count. */
function unitOfCorner({ columns, labelColumns }: TableShape): Unit | null {
  const labels = new Set(labelColumns)
  const corner = columns.filter(({ column }) => labels.has(column)).flatMap(({ path }) => path.map(({ text }) => text))
  return firstUnit(withoutWeekdays(corner))
}

const WEEKDAY = /^[月火水木金土日]$/u
/** Fewer of them may be anything. */
const FEWEST_WEEKDAYS = 3

/** `月`, `日`: among the days of the week they are none of the units they look like. */
function withoutWeekdays(texts: readonly string[]): readonly string[] {
  const days = new Set(texts.filter((text) => WEEKDAY.test(text)))
  return days.size < FEWEST_WEEKDAYS ? texts : texts.filter((text) => !WEEKDAY.test(text))
}

/** The lowest header cell that tells one, or a column of units beside it. Shares written with their sign need no scale any more. */
function unitsOfColumns(sheet: Sheet, { columns, labelColumns, dataTop, dataBottom }: TableShape): Map<number, Unit> {
  const labels = new Set(labelColumns)
  const units = new Map<number, Unit>()
  for (const { column, path } of columns) {
    if (labels.has(column)) continue
    const cells = cellsBetween(dataTop, dataBottom, (row) => sheet.cellAt(row, column))
    const unit = lowestUnit(path) ?? writtenUnit(cells) ?? unitBeside(sheet, column, dataTop, dataBottom)
    const settled = areShares(cells) ? { text: unit?.text ?? '%', scale: 1 } : unit
    if (settled) units.set(column, settled)
  }
  return units
}

/** Written behind the first number only, it is meant of all below. */
function writtenUnit(cells: readonly SheetCell[]): Unit | null {
  const first = cells.find(({ value }) => value.kind === 'number')
  return first?.value.kind === 'number' && first.value.unit !== null ? readUnit(first.value.unit) : null
}

/** `164 | 百万円`: a column to the right that says the same unit in all its cells, and nothing else. */
function unitBeside(sheet: Sheet, column: number, dataTop: number, dataBottom: number): Unit | null {
  const texts = new Set(
    cellsBetween(dataTop, dataBottom, (row) => sheet.cellAt(row, column + 1)).map(({ text }) => text),
  )
  const [text] = texts
  return texts.size === 1 && text !== undefined ? readUnit(text) : null
}

function lowestUnit(path: readonly SheetCell[]): Unit | null {
  return firstUnit(path.toReversed().map(({ text }) => text))
}

/** A row tells its unit in its name, in a cell of its own between the name and the values, or in a row of units above it. */
function unitsOfRows(sheet: Sheet, { columns, labelColumns, dataTop, dataBottom }: TableShape): Units['rows'] {
  const found = new Map<string, { rows: number[]; unit: Unit }>()
  const labels = new Set(labelColumns)
  const ofLine = unitsOfLines(sheet, columns, labelColumns)
  let above: Unit | null = null
  for (let row = dataTop; row <= dataBottom; row++) {
    const cells = columns.flatMap(({ column }) => sheet.cellAt(row, column) ?? [])
    above = unitOfAll(cells) ?? above
    const unit = unitOfRow(cells, labels) ?? (cells.some(isNumber) ? (ofLine(row) ?? above) : null)
    if (!unit) continue
    const key = `${unit.scale} ${unit.text}`
    const known = found.get(key)
    if (known) known.rows.push(row + 1)
    else found.set(key, { rows: [row + 1], unit })
  }
  return [...found.values()]
}

const isNumber = ({ value }: SheetCell) => value.kind === 'number'

/** Records of several lines under a header of as many: `株式数(株)` over `計上額(百万円)`, and so the values, name by name. */
function unitsOfLines(
  sheet: Sheet,
  columns: TableShape['columns'],
  [label = -1]: TableShape['labelColumns'],
): (row: number) => Unit | null {
  const units = columns
    .map(({ path }) => path.flatMap(({ text }) => unitIn(text) ?? []))
    .filter(({ length }) => length > 1)
  const [first = []] = units
  if (units.some((others) => others.length !== first.length)) return () => null
  return (row) => {
    const name = sheet.mergeAt(row, label)
    return name && name.bottom - name.top + 1 === first.length ? (first[row - name.top] ?? null) : null
  }
}

/** `(円) (円)`: what the values below it count, and nothing else. */
function unitOfAll(cells: readonly SheetCell[]): Unit | null {
  const [first] = cells
  const isSame = first !== undefined && BRACKETED.test(first.text) && cells.every(({ text }) => text === first.text)
  return isSame ? unitIn(first.text) : null
}

const BRACKETED = /^[(（[].*[)）\]]$/u

/** A longer text says more than the name of a row. */
const LONGEST_NAME = 60
/** A row of more texts holds marks, as those of a roster, and not its name and its unit. */
const MOST_NAMES = 6

function unitOfRow(cells: readonly SheetCell[], labels: ReadonlySet<number>): Unit | null {
  const values = cells.filter(({ column, value }) => !labels.has(column) && value.kind === 'number')
  if (values.length === 0) return null
  const first = values[0]?.column ?? 0
  const texts = cells.filter(
    ({ column, value, text }) => value.kind === 'text' && column < first && text.length <= LONGEST_NAME,
  )
  const unit = texts.length > MOST_NAMES ? null : firstUnit(texts.toReversed().map(({ text }) => text))
  return areShares(values) ? { text: unit?.text ?? '%', scale: 1 } : unit
}

/** Numbers that are all written with a percent sign. */
function areShares(cells: readonly SheetCell[]): boolean {
  const numbers = cells.filter(({ value }) => value.kind === 'number')
  return numbers.length > 0 && numbers.every(({ value }) => value.kind === 'number' && value.isPercent)
}

function cellsBetween(top: number, bottom: number, at: (row: number) => SheetCell | undefined): SheetCell[] {
  const cells: SheetCell[] = []
  for (let row = top; row <= bottom; row++) {
    const cell = at(row)
    if (cell) cells.push(cell)
  }
  return cells
}
