import type { RowRun, StagedColumn, StagedTable } from '../loader/load-request.ts'
import { ROW_ID } from '../table/table.ts'

/** A staged table: where its rows are, and SQL that makes its columns of them. */
export type StagedRelation = Omit<StagedTable, 'columns'> & {
  /** Of DuckDB; its rowid counts the rows from 0. */
  table: string
  columns: readonly RelationColumn[]
}

/** `sql` is of the column's type. `isEmpty`: no row holds a value in it, as far as that is known. */
export type RelationColumn = StagedColumn & { sql: string; isEmpty?: boolean }

export const presentStaged = ({ table, ...staged }: StagedRelation): StagedTable => ({
  ...staged,
  columns: staged.columns.map(({ name, type, format, look }) => ({ name, type, format, ...(look ? { look } : {}) })),
})

/** Selects the row id and the columns under other names. */
export function relationSql(
  { table }: StagedRelation,
  columns: readonly { as: string; column: RelationColumn }[],
  { idsAfter = 0, only }: { idsAfter?: number; only?: readonly RowRun[] | undefined } = {},
): string {
  const cells = columns.map(({ as, column }) => `${column.sql} AS ${as}`)
  return `SELECT ${[`rowid + ${idsAfter + 1} AS ${ROW_ID}`, ...cells].join(', ')} FROM ${table}${only ? ` WHERE ${isIn(only)}` : ''}`
}

const isIn = (runs: readonly RowRun[]) =>
  runs.length === 0 ? 'false' : runs.map(({ from, to }) => `(rowid >= ${from} AND rowid < ${to})`).join(' OR ')
