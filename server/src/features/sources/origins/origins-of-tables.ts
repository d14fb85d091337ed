import type { StagedTable } from '../../../tabular/loader/load-request.ts'
import type { BuiltTable } from '../ingest/build-tables.ts'
import type { Source } from '../source.ts'
import type { RowsOrigin } from './table-origins.store.ts'

type FromFile = Pick<Source, 'sourceId' | 'revision'>

/** Where the rows of tables that were just built stood in the file. */
export function originsOfTables(source: FromFile, tables: readonly BuiltTable[]): RowsOrigin[] {
  const written = tables.map(({ tableId, known, columns, staged }) => ({
    tableId,
    firstRowId: (known?.idsAfter ?? 0) + 1,
    columnIds: columns.map(({ origin }) => origin),
    staged,
  }))
  return originsOfRows(source, written)
}

/** Rows of a staged table under the ids they were given; null for a column that was left out. */
export type WrittenRows = {
  tableId: string
  firstRowId: number
  columnIds: readonly (number | null)[]
  staged: StagedTable
}

export function originsOfRows({ sourceId, revision }: FromFile, written: readonly WrittenRows[]): RowsOrigin[] {
  return written
    .filter(({ staged }) => staged.rows > 0)
    .map(({ tableId, firstRowId, columnIds, staged: { rows: rowCount, sheet, origins } }) => ({
      tableId,
      firstRowId,
      rowCount,
      sourceId,
      revision,
      sheet,
      columns: { columnIds, cells: origins },
    }))
}
