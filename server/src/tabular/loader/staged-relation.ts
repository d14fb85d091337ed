import { ROW_ID } from '../table.ts'
import type { StagedColumn, StagedTable, StageReport } from './load-request.ts'

/** A staged table: where its rows are, and SQL that makes its columns of them. */
export type StagedRelation = {
  name: string
  sheet: string
  regionId: string | null
  /** Of DuckDB; its rowid counts the rows from 0. */
  table: string
  columns: readonly RelationColumn[]
  rows: number
  report: StageReport
}

/** `sql` is of the column's type. */
export type RelationColumn = StagedColumn & { sql: string }

export const presentStaged = ({ name, sheet, regionId, columns, rows, report }: StagedRelation): StagedTable => ({
  name,
  sheet,
  regionId,
  columns: columns.map((column) => ({ name: column.name, type: column.type, format: column.format })),
  rows,
  report,
})

/** Selects the row id and the columns under other names. */
export function relationSql(
  { table }: StagedRelation,
  columns: readonly { as: string; column: RelationColumn }[],
  idsAfter = 0,
): string {
  const cells = columns.map(({ as, column }) => `${column.sql} AS ${as}`)
  return `SELECT ${[`rowid + ${idsAfter + 1} AS ${ROW_ID}`, ...cells].join(', ')} FROM ${table}`
}
