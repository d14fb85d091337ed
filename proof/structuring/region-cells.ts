import type { Region, RegionColumn } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { Sheet, SheetCell } from '@bindery-data/spreadsheet/structure/sheet.ts'
import { columnIndex, parseBox, parseCell } from '@bindery-data/spreadsheet/xlsx/cell-reference.ts'

/** A value of a table, with the column and the names of the row it belongs to. */
export type BodyCell = { held: SheetCell; column: RegionColumn; row: number; labels: readonly SheetCell[] }

const NO_VALUES: ReadonlySet<string> = new Set(['group', 'separator', 'repeat_header', 'note', 'unit'])

/** All cells of a table that are neither names of columns nor of rows. Rows count from 1, as in the spec. */
export function bodyCells(sheet: Sheet, region: Region): BodyCell[] {
  const box = parseBox(region.data_range)
  if (region.kind !== 'data' || !box) return []
  const roles = rolesOf(region)
  const labels = new Set(region.label_columns)
  const columns = region.columns.filter((column) => !labels.has(column.source_column))
  const cells: BodyCell[] = []
  for (let row = box.top; row <= box.bottom; row++) {
    if (NO_VALUES.has(roles(row + 1))) continue
    const names = rowLabels(sheet, region, row + 1)
    for (const column of columns) {
      const held = sheet.cellAt(row, columnIndex(column.source_column))
      if (held) cells.push({ held, column, row: row + 1, labels: names })
    }
  }
  return cells
}

function rolesOf({ row_roles }: Region): (row: number) => string {
  const roles = new Map(row_roles.flatMap(({ rows, role }) => rows.map((row) => [row, role] as const)))
  return (row) => roles.get(row) ?? 'data'
}

/** The cells that name a row, from the left; where a merged cell does, that one. */
export function rowLabels(sheet: Sheet, region: Region, row: number): SheetCell[] {
  return region.label_columns.flatMap((letters) => {
    const column = columnIndex(letters)
    const merge = sheet.mergeAt(row - 1, column)
    const held = merge ? sheet.cellAt(merge.top, merge.left) : sheet.cellAt(row - 1, column)
    return held ? [held] : []
  })
}

/** The cells that name a column, from the top. */
export function headerCells(sheet: Sheet, { header_cells: cells = [] }: RegionColumn): SheetCell[] {
  return cells.flatMap((spelled) => {
    const place = parseCell(spelled)
    return (place && sheet.cellAt(place.row, place.column)) ?? []
  })
}
