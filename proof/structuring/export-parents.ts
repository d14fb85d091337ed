import { spellCell } from '@bindery-data/spreadsheet/xlsx/cell-reference.ts'
import { rowLabels } from './region-cells.ts'
import type { StructuredSheet } from './structure-case.ts'

/** Rows and the rows they are part of, as numbers of rows. */
export function exportRowParents({ regions }: StructuredSheet): [number, number][] {
  return regions.flatMap(({ hierarchy }) =>
    (hierarchy?.parents ?? []).map(([child, parent]): [number, number] => [parent, child]),
  )
}

/** Names of columns and of rows and those they stand under, as cells. */
export function exportCellParents({ sheet, regions }: StructuredSheet): [string, string][] {
  const pairs = new Map<string, [string, string]>()
  const keep = (parent: string | undefined, child: string | undefined) => {
    if (parent && child && parent !== child) pairs.set(`${parent} ${child}`, [parent, child])
  }
  for (const region of regions) {
    for (const { header_cells: path = [] } of region.columns)
      for (const [n, cell] of path.entries()) if (n > 0) keep(path[n - 1], cell)
    for (const [child, parent] of region.hierarchy?.parents ?? []) {
      const names = [parent, child].map((row) => rowLabels(sheet, region, row).at(0))
      const [above, below] = names.map((held) => held && spellCell(held.row, held.column))
      keep(above, below)
    }
  }
  return [...pairs.values()]
}
