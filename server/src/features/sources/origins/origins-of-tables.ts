import { partsOf, type StagedTable } from '../../../tabular/loader/load-request.ts'
import type { BuiltTable } from '../ingest/build-tables.ts'
import type { Source } from '../source.ts'
import type { RowsOrigin } from './table-origins.store.ts'

type FromFile = Pick<Source, 'sourceId' | 'revision'>

/** Where the rows of tables that were just built stood in the file. */
export function originsOfTables(source: FromFile, tables: readonly BuiltTable[]): RowsOrigin[] {
  return originsOfRows(source, tables.map(writtenRows))
}

/** The rows of a table that was just built, under the ids they were given. */
export const writtenRows = ({ tableId, known, columns, staged }: BuiltTable): WrittenRows => ({
  tableId,
  firstRowId: (known?.idsAfter ?? 0) + 1,
  columnIds: columns.map(({ origin }) => origin),
  staged,
})

/** Rows of a staged table under the ids they were given; null for a column that was left out. */
export type WrittenRows = {
  tableId: string
  firstRowId: number
  columnIds: readonly (number | null)[]
  staged: StagedTable
}

export function originsOfRows({ sourceId, revision }: FromFile, written: readonly WrittenRows[]): RowsOrigin[] {
  return written.flatMap(({ tableId, firstRowId, columnIds, staged }) => {
    let next = firstRowId
    return partsOf(staged).flatMap(({ rows: rowCount, sheet, origins }) => {
      const first = next
      next += rowCount
      const columns = { columnIds, cells: origins, ...(staged.output === 'form' ? { isForm: true } : {}) }
      return rowCount > 0 ? [{ tableId, firstRowId: first, rowCount, sourceId, revision, sheet, columns }] : []
    })
  })
}
