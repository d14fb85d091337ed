import type { OpenedFile } from '@bindery/spreadsheet/opened-file.ts'
import { columnLetters } from '@bindery/spreadsheet/xlsx/cell-reference.ts'
import type { DuckDBConnection } from '@duckdb/node-api'
import { originsOfRows } from '../loader/cell-origins.ts'
import type { LoadProgress } from '../loader/load-request.ts'
import { createSheetStage, type StagedSheet } from './sheet-stage.ts'
import type { RelationColumn, StagedRelation } from './staged-relation.ts'
import { StagingTable } from './staging-table.ts'

/** Every sheet as it is, hidden ones too. A sheet that holds nothing is no table. */
export async function stageSheets(
  duckdb: DuckDBConnection,
  file: OpenedFile,
  progress: LoadProgress,
): Promise<StagedRelation[]> {
  const relations: StagedRelation[] = []
  for (const [place, { name }] of file.sheets.entries()) {
    const table = new StagingTable(duckdb, `sheet_${place}`)
    const staged = await stageSheet(file, place, table, progress)
    if (staged.columns.length > 0) relations.push(relationOf(name, table, staged))
  }
  return relations
}

/** One pass. */
async function stageSheet(
  file: OpenedFile,
  place: number,
  table: StagingTable,
  progress: LoadProgress,
): Promise<StagedSheet> {
  const { styles, isDate1904, dialect } = file
  const stage = createSheetStage(table, { styles, isDate1904, isText: dialect !== null })
  const before = progress.rows
  stage.sink.isFull = () => {
    progress.rows = before + table.rows
    return false
  }
  await file.scan(place, stage.sink)
  return stage.finish()
}

function relationOf(sheet: string, table: StagingTable, staged: StagedSheet): StagedRelation {
  const decided = staged.columns.map((column) => ({
    name: staged.header?.get(column.column) ?? columnLetters(column.column),
    ...column.decide(table.rows),
  }))
  const warnings = decided.flatMap(({ name, warnings: found }) =>
    found.map((warning) => ({ ...warning, region_id: null, column: name })),
  )
  const { rows } = table
  const track = rows > 1 ? [staged.firstRow, 1, rows - 1] : [staged.firstRow]
  const places = staged.columns.map(({ column }) => column)
  return {
    name: sheet,
    sheet,
    regionId: null,
    output: null,
    table: table.name,
    columns: decided.map(({ name, type, format, sql }): RelationColumn => ({ name, type, format, sql })),
    rows,
    origins: originsOfRows(track, rows, places),
    report: {
      rowsRead: rows,
      rejected: 0,
      cellsNulled: 0,
      issues: [],
      warnings: [...staged.warnings, ...warnings],
    },
  }
}
