import type { Region, RegionColumn } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { SheetCell } from '@bindery-data/spreadsheet/structure/sheet.ts'
import { spellCell } from '@bindery-data/spreadsheet/xlsx/cell-reference.ts'
import { leafFacts } from './leaf-facts.ts'
import { bodyCells, headerCells } from './region-cells.ts'
import type { StructuredSheet } from './structure-case.ts'

const spelled = ({ row, column }: SheetCell) => spellCell(row, column)

/** Each value with the cells that name it: those of its row, and the lowest of its column's. */
export function exportEntries({ sheet, regions }: StructuredSheet): [string, string[]][] {
  return regions.flatMap((region) =>
    bodyCells(sheet, region).map(({ held, column, labels }): [string, string[]] => [
      spelled(held),
      [...labels, ...headerCells(sheet, column).slice(-1)].map(spelled),
    ]),
  )
}

/** The values that nothing else on the sheet is computed into, under the path of their row and of their column. */
export function exportFacts({ sheet, regions }: StructuredSheet): [string, string, string][] {
  return regions.flatMap((region) =>
    leafFacts(sheet, region).map(({ rowPath, columnPath, value }): [string, string, string] => [
      rowPath.join(' / '),
      columnPath.join(' / '),
      value,
    ]),
  )
}

/** The numbers of the tables with the unit of their row, column or region applied. */
export function exportValues({ sheet, regions }: StructuredSheet): [string, number][] {
  return regions.flatMap((region) => {
    const scaleAt = scalesOf(region)
    return bodyCells(sheet, region).flatMap(({ held, column, row }): [string, number][] =>
      held.value.kind === 'number' ? [[spelled(held), held.value.number * scaleAt(row, column)]] : [],
    )
  })
}

/** The narrower unit wins: a row's own one, its column's, the region's. */
function scalesOf({ row_units = [], unit }: Region): (row: number, column: RegionColumn) => number {
  const ofRows = new Map(row_units.flatMap(({ rows, unit }) => rows.map((row) => [row, unit.scale] as const)))
  return (row, { scale }) => ofRows.get(row) ?? scale ?? unit?.scale ?? 1
}
