import type { Region } from '../../parse-spec/parse-spec.ts'
import { columnIndex, parseCell } from '../../xlsx/cell-reference.ts'
import type { RowRole } from '../roles/roles.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import type { MadeCell } from './made-table.ts'
import { NOTHING, type Relation, type RelationColumn, type RelationRow } from './relation.ts'
import { rolesByRow } from './roles-by-row.ts'
import { rowsOfTable } from './rows-of-table.ts'
import { type Spelling, spellValue } from './spell-value.ts'

/** The rows of a region that have one of these roles, as they stand. */
export function relationOf(sheet: Sheet, region: Region, spelling: Spelling, wanted: ReadonlySet<RowRole>): Relation {
  const columns = region.columns.filter(({ include }) => include)
  const places = columns.map(({ source_column }) => columnIndex(source_column))
  const roles = rolesByRow(region)
  const rows: RelationRow[] = []
  const headings = new Set<RelationRow>()
  const { top, bottom } = rowsOfTable(region, roles)
  for (let number = top; number <= bottom; number++) {
    const role = roles.get(number) ?? 'data'
    if (!wanted.has(role)) continue
    const row = columns.map(({ type }, n) => readCell(sheet, region, number, places[n] ?? 0, type, spelling))
    rows.push(row)
    if (role === 'group') headings.add(row)
  }
  return { columns: columns.map((column) => ({ ...nameOf(column), path: pathOf(sheet, column) })), rows, headings }
}

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
  { fill_merged }: Region,
  row: number,
  column: number,
  type: string,
  spelling: Spelling,
): MadeCell {
  const cell =
    sheet.cellAt(row, column) ??
    (fill_merged === 'down' || fill_merged === 'all' ? anchorOf(sheet, row, column) : undefined)
  return cell ? { text: spellValue(cell, type, spelling), from: cell } : NOTHING
}

/** The cell that holds what a merged area shows. */
function anchorOf(sheet: Sheet, row: number, column: number): SheetCell | undefined {
  const merge = sheet.mergeAt(row, column)
  return merge ? sheet.cellAt(merge.top, merge.left) : undefined
}
