import type { Box } from '../../grid.ts'
import type { Region } from '../../parse-spec/parse-spec.ts'
import { columnLetters, parseBox } from '../../xlsx/cell-reference.ts'
import { cellsByBox } from '../invariants/cells-by-box.ts'
import { checkRegion } from '../invariants/check-region.ts'
import { breachOf } from '../invariants/settle-region.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { makeTables } from '../tables/make-tables.ts'

/**
 * Whether another reading of a sheet obeys the laws: no cell is lost, doubled or changed in a table that is made otherwise, no cell
 * goes into no table that went into one before, and no figure of a table becomes a note or a part of a name.
 */
export function keepsCells(
  sheet: Sheet,
  before: readonly Region[],
  after: readonly Region[],
  changed: readonly Region[],
): boolean {
  const [then, now] = [placesOn(sheet, before), placesOn(sheet, after)]
  for (const { region, cells } of now.regions) {
    if (region.kind !== 'data' || !changed.includes(region)) continue
    if (breachOf(checkRegion(sheet, region, cells, makeTables(sheet, region))) !== null) return false
  }
  for (const cell of sheet.cells) {
    if (now.leftOut.has(cell) && !then.leftOut.has(cell)) return false
    if (cell.value.kind === 'number' && then.values.has(cell) && !now.values.has(cell)) return false
  }
  return true
}

type Placed = { region: Region; cells: readonly SheetCell[] }
/** `values`: what tables and forms hold, and numbers above it that can be names. */
type Places = { regions: readonly Placed[]; values: ReadonlySet<SheetCell>; leftOut: ReadonlySet<SheetCell> }

function placesOn(sheet: Sheet, all: readonly Region[]): Places {
  const regions = all.filter((region) => region.sheet === sheet.name)
  const { inside, strays } = cellsByBox(
    sheet,
    regions.map(({ range }) => boxOf(range)),
  )
  const leftOut = new Set(strays)
  const values = new Set<SheetCell>()
  const placed = regions.map((region, n) => ({ region, cells: inside[n] ?? [] }))
  for (const { region, cells } of placed) {
    const isLeftOut = leftOutOf(region)
    const header = new Set(region.header_rows)
    const isTable = region.kind === 'data' || region.kind === 'keyvalue'
    for (const cell of cells) {
      if (region.kind === 'ignore' || isLeftOut(cell)) leftOut.add(cell)
      else if (isTable && (!header.has(cell.row + 1) || canName(cell))) values.add(cell)
    }
  }
  return { regions: placed, values, leftOut }
}

/** Years, months, days and numbers that count stand in headers; amounts do not. */
function canName({ value }: SheetCell): boolean {
  if (value.kind !== 'number' || !Number.isInteger(value.number)) return false
  return (value.number >= 1 && value.number <= 31) || (value.number >= 1900 && value.number <= 2100)
}

/** What can be read or computed elsewhere is not missed. */
const REPEATED: ReadonlySet<string> = new Set(['says_that_there_is_nothing', 'repeats_the_cell_above'])
const COMPUTED: ReadonlySet<string> = new Set(['computed_row', 'computed_column'])

function leftOutOf({ dropped = [], totals }: Region): (cell: SheetCell) => boolean {
  const boxes = dropped.filter(({ why }) => !REPEATED.has(why)).map(({ range, why }) => ({ box: boxOf(range), why }))
  const verified = totals.filter((total) => total.verified)
  const rows = new Set(verified.map(({ row }) => row))
  const columns = new Set(verified.map(({ column }) => column))
  const isComputed = (cell: SheetCell) => rows.has(cell.row + 1) || columns.has(columnLetters(cell.column))
  return (cell) => boxes.some(({ box, why }) => isIn(box, cell) && !(COMPUTED.has(why) && isComputed(cell)))
}

const isIn = ({ top, left, bottom, right }: Box, { row, column }: SheetCell) =>
  row >= top && row <= bottom && column >= left && column <= right

const boxOf = (range: string): Box => parseBox(range) ?? { top: 0, left: 0, bottom: -1, right: -1 }
