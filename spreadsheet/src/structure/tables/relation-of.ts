import type { Region } from '../../parse-spec/parse-spec.ts'
import { columnIndex, parseCell } from '../../xlsx/cell-reference.ts'
import { COMPUTED_ROWS, type RowRole } from '../roles/roles.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { fillsMerged } from './fills-merged.ts'
import type { MadeCell } from './made-table.ts'
import { NOTHING, type Relation, type RelationColumn, type RelationRow } from './relation.ts'
import { isRepeatMark, repeatsLeft } from './repeat-marks.ts'
import { rolesByRow } from './roles-by-row.ts'
import { rowsOfRange } from './rows-of-range.ts'
import { groupsAbove, rowsOfTable } from './rows-of-table.ts'
import { type Spelling, spellValue } from './spell-value.ts'

/** The rows of a region that have one of these roles, as they stand. */
export function relationOf(sheet: Sheet, region: Region, spelling: Spelling, wanted: ReadonlySet<RowRole>): Relation {
  const columns = region.columns.filter(({ include }) => include)
  const places = columns.map(({ source_column }) => columnIndex(source_column))
  const roles = rolesByRow(region)
  const rows: RelationRow[] = []
  const headings = new Set<RelationRow>()
  const { top: first } = rowsOfRange(region.range)
  const mayFill = fillsMerged(region)
  const fills = (column: number, row: number) => {
    const merge = mayFill(column) ? sheet.mergeAt(row, column) : null
    if (!merge) return false
    // What is merged down from above the region belongs to what stands there.
    return merge.top >= first && (region.fill_merged === 'all' || merge.left === column)
  }
  const { top, bottom } = rowsOfTable(region, roles)
  const rowAt = (number: number) => [
    ...columns.map(({ type }, n) =>
      readCell(sheet, fills, { row: number, column: places[n] ?? 0, top }, type, spelling),
    ),
    ...totalMark(region, roles.get(number)),
  ]
  for (const number of wanted.has('group') ? groupsAbove(roles, top) : []) {
    const row = rowAt(number)
    rows.push(row)
    headings.add(row)
  }
  // A further line is of the record above it: where that one is not wanted here, neither is the line.
  let isOpen = rows.length > 0
  for (let number = top; number <= bottom; number++) {
    const role = roles.get(number) ?? 'data'
    if (role === 'continued' && isOpen) continueLast(rows, headings, rowAt(number))
    isOpen = wanted.has(role) || (isOpen && !OPENS_RECORD.has(role))
    if (!wanted.has(role)) continue
    const row = rowAt(number)
    rows.push(row)
    if (role === 'group') headings.add(row)
  }
  const held = columns.map((column): RelationColumn => ({ ...nameOf(column), path: pathOf(sheet, column) }))
  return { columns: [...held, ...totalColumn(region)], rows, headings }
}

/** Where totals stay among the other rows, a column may tell them apart. */
const totalColumn = ({ total_column: name }: Region): RelationColumn[] =>
  name === undefined ? [] : [{ name, type: 'BOOLEAN', format: null, path: [] }]

const totalMark = ({ total_column: name }: Region, role: RowRole = 'data'): MadeCell[] => {
  if (name === undefined) return []
  return [role === 'continued' ? NOTHING : { text: String(COMPUTED_ROWS.has(role)), from: null }]
}

/** Roles of rows that are records of some table, or head them. */
export const OPENS_RECORD: ReadonlySet<RowRole> = new Set(['data', 'group', ...COMPUTED_ROWS])

function continueLast(rows: RelationRow[], headings: Set<RelationRow>, line: RelationRow) {
  const record = rows.pop() ?? []
  const longer = continued(record, line)
  rows.push(longer)
  if (headings.delete(record)) headings.add(longer)
}

/** A record with the texts of a further line behind its own. */
const continued = (record: RelationRow, line: RelationRow): RelationRow =>
  record.map((cell, n) => {
    const more = line[n]
    if (!more || more.text === null) return cell
    const parts = [...(cell.parts ?? [cell]), more].filter(({ text }) => text !== null)
    return { text: parts.map(({ text }) => text).join('\n'), from: cell.from ?? more.from, parts }
  })

const nameOf = ({ name, type, format }: Region['columns'][number]) => ({ name, type, format })

/** The cells that name a column, from the top down. */
export function pathOf(sheet: Sheet, { header_cells = [] }: Region['columns'][number]): RelationColumn['path'] {
  return header_cells.flatMap((spelled): SheetCell[] => {
    const at = parseCell(spelled)
    const cell = at && sheet.cellAt(at.row, at.column)
    return cell ? [cell] : []
  })
}

function readCell(
  sheet: Sheet,
  fills: (column: number, row: number) => boolean,
  { row, column, top }: { row: number; column: number; top: number },
  type: string,
  spelling: Spelling,
): MadeCell {
  const cell =
    withoutMark(sheet, sheet.cellAt(row, column), top) ??
    (fills(column, row) ? anchorOf(sheet, row, column) : undefined)
  return cell ? { text: spellValue(cell, type, spelling), from: cell } : NOTHING
}

/** No mark stands for a cell farther up. */
const FARTHEST_ABOVE = 1_000

/** The cell itself, or the one that its mark stands for; above the rows of the table, `top`, nothing is meant. */
function withoutMark(sheet: Sheet, cell: SheetCell | undefined, top: number): SheetCell | undefined {
  if (!cell || !isRepeatMark(cell)) return cell
  if (repeatsLeft(cell)) return cellToTheLeft(sheet, cell, top) ?? cell
  for (let row = cell.row - 1; row >= Math.max(top, cell.row - FARTHEST_ABOVE); row--) {
    const above = sheet.cellAt(row, cell.column)
    if (above && repeatsLeft(above)) return cellToTheLeft(sheet, above, top) ?? cell
    if (above && !isRepeatMark(above)) return above
  }
  return cell
}

function cellToTheLeft(sheet: Sheet, { row, column }: SheetCell, top: number): SheetCell | undefined {
  for (let left = column - 1; left >= 0; left--) {
    const found = sheet.cellAt(row, left)
    if (found && !repeatsLeft(found)) return withoutMark(sheet, found, top)
  }
  return undefined
}

/** The cell that holds what a merged area shows. */
function anchorOf(sheet: Sheet, row: number, column: number): SheetCell | undefined {
  const merge = sheet.mergeAt(row, column)
  return merge ? sheet.cellAt(merge.top, merge.left) : undefined
}
