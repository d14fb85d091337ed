import type { Region } from '../../parse-spec/parse-spec.ts'
import { columnIndex, spellCell } from '../../xlsx/cell-reference.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { rolesByRow } from '../tables/roles-by-row.ts'
import { rowsOfTable } from '../tables/rows-of-table.ts'

/** So many cells of another kind than the rest of their column are an oddity; more make it a column of several kinds. */
const MOST_ODD = 0.3
/** So many rows are looked at. */
const ROWS_LOOKED_AT = 1000

/** Records' cells of another kind than most of their column, as `D9`. */
export function oddCells(sheet: Sheet, region: Region): string[] {
  const roles = rolesByRow(region)
  const { top, bottom } = rowsOfTable(region, roles)
  return region.columns.flatMap(({ source_column }) => {
    const cells: SheetCell[] = []
    for (let row = top; row <= Math.min(bottom, top + ROWS_LOOKED_AT); row++) {
      const cell = (roles.get(row) ?? 'data') === 'data' ? sheet.cellAt(row, columnIndex(source_column)) : undefined
      if (cell) cells.push(cell)
    }
    const kinds = Map.groupBy(cells, ({ value }) => value.kind)
    const [most = []] = [...kinds.values()].sort((one, other) => other.length - one.length)
    const odd = cells.filter(({ value }) => value.kind !== most[0]?.value.kind)
    return odd.length <= cells.length * MOST_ODD ? odd.map(({ row, column }) => spellCell(row, column)) : []
  })
}
