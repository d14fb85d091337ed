import type { RegionColumn } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { Sheet } from '@bindery-data/spreadsheet/structure/sheet.ts'
import type { MadeTable } from '@bindery-data/spreadsheet/structure/tables/made-table.ts'
import { columnIndex, parseBox } from '@bindery-data/spreadsheet/xlsx/cell-reference.ts'
import { drawnRegions } from './drawn-regions.ts'
import { exportAggregations } from './export-aggregations.ts'
import { exportCellCodes, exportCellTypes, exportLineCodes } from './export-classes.ts'
import { exportEntries, exportFacts, exportValues } from './export-facts.ts'
import { exportCellParents, exportRowParents } from './export-parents.ts'
import type { Prediction, RelationTable } from './prediction.ts'
import { headerCells } from './region-cells.ts'
import type { StructuredFile, StructuredSheet } from './structure-case.ts'

/**
 * The spec and its tables in the words of the scorer. Nothing is found out here: each member is read from fields of the
 * spec, from the tables made of it, or from the cells as the raw table has them. `task` only says how the truth of the case
 * is spelled: parents by rows or by cells, and the clean table of a delimited file as it stands in the file. `relationalize` asks
 * which transformation a sheet needs, given that it needs one: there the proposals that leave it as it stands are passed over.
 */
export function exportPrediction({ sheets }: StructuredFile, task: string): Prediction {
  const made = sheets.flatMap(({ tables }) => tables.map(relationOf))
  const proposed = task === 'relationalize' ? (sheets[0]?.reshaped.map(relationOf) ?? []) : []
  return {
    regions: sheets.flatMap(({ regions }) => regions.flatMap(drawnRegions)),
    tables: task === 'csv-dialect' ? sheets.flatMap(standingTables) : [...proposed.slice(0, 1), ...made],
    alternatives: proposed.length > 0 ? proposed.slice(1) : (sheets[0]?.alternatives.map(relationOf) ?? []),
    lines: sheets[0] ? exportLineCodes(sheets[0].regions) : '',
    cells: sheets[0] ? exportCellCodes(sheets[0].regions) : [],
    cell_types: Object.fromEntries(sheets.flatMap((sheet) => exportCellTypes(sheet))),
    facts: sheets.flatMap((sheet) => exportFacts(sheet)),
    entries: sheets.flatMap((sheet) => exportEntries(sheet)),
    parents: task === 'hierarchy' ? sheets.flatMap(exportRowParents) : sheets.flatMap(exportCellParents),
    aggregations: sheets.flatMap(({ regions }) => exportAggregations(regions)),
    values: Object.fromEntries(sheets.flatMap((sheet) => exportValues(sheet))),
  }
}

/** What the sheet holds: a column that the engine worked out is no part of any truth, and is left out wherever it stands. */
function relationOf({ name, columns, rows }: MadeTable): RelationTable {
  const isWritten = (_: unknown, n: number) => columns[n]?.isDerived !== true
  return {
    name,
    columns: columns.filter(isWritten).map((column) => column.name),
    rows: rows.map((row) => row.filter(isWritten).map(({ text }) => text)),
  }
}

/** The regions of data as the raw table has them: one line that names the columns, and every row below it. */
function standingTables({ sheet, regions }: StructuredSheet): RelationTable[] {
  return regions.flatMap((region) => {
    const box = parseBox(region.data_range)
    if (region.kind !== 'data' || !box) return []
    const columns = region.columns.map((column) => columnIndex(column.source_column))
    const header = region.columns.map((column, n) => standingName(sheet, region.header_rows, column, n))
    const rows = [header]
    for (let row = box.top; row <= box.bottom; row++)
      rows.push(columns.map((column) => sheet.cellAt(row, column)?.text ?? ''))
    return [{ name: region.region_id, columns: header, rows }]
  })
}

/** What all header rows say over a column, word for word; the truth calls a column of a table without any so. */
function standingName(sheet: Sheet, headerRows: readonly number[], column: RegionColumn, place: number): string {
  if (headerRows.length === 0) return `col_${place}`
  const said = new Map(headerCells(sheet, column).map((cell) => [cell.row + 1, cell]))
  const cells = headerRows.map((row) => sheet.cellAt(row - 1, columnIndex(column.source_column)) ?? said.get(row))
  return cells.flatMap((cell) => cell?.text ?? []).join(' ')
}
