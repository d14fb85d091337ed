import type { RegionColumn, SpecWarning } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { StageIssue } from '../loader/load-request.ts'
import { type ColumnType, formatColumnType } from '../table/column-type.ts'
import type { RelationColumn } from './staged-relation.ts'
import type { StagingTable } from './staging-table.ts'

/** A column whose type a person decided, and what is to become of values that are none of it. */
export type CastColumn = {
  name: string
  type: ColumnType
  format: string | null
  onError: RegionColumn['on_error']
  /** How many values did not fit so far. */
  misfits: number
}

/** The canonical texts of column n go to slot 2n, and what stood in the cell to 2n + 1 where the column may fall back to it. */
export const valueSlot = (place: number) => 2 * place
export const originalSlot = (place: number) => 2 * place + 1

/** In the place of a value: its row may not be taken. */
export const REJECTED = Symbol('rejected')
export type CastValue = string | null | typeof REJECTED

export const MOST_ISSUES = 100
const LONGEST_VALUE = 200

/** Counts what does not fit, and tells the first of it. */
export function createMisfits() {
  const issues: StageIssue[] = []
  const report = { rowsRead: 0, rejected: 0, cellsNulled: 0, issues }
  return {
    report,
    /** What stands for a value that does not fit; `row` counts from 0. */
    take(column: CastColumn, row: number, value: string, code: string): CastValue {
      column.misfits += 1
      const shown = value.slice(0, LONGEST_VALUE).toWellFormed()
      if (issues.length < MOST_ISSUES) issues.push({ row: row + 1, column: column.name, value: shown, code })
      if (column.onError === 'fail') return REJECTED
      if (column.onError === 'null') report.cellsNulled += 1
      return null
    },
  }
}

const fallsBack = ({ onError, misfits }: CastColumn) => onError === 'text' && misfits > 0

export function castRelationColumn(column: CastColumn, n: number, table: StagingTable): RelationColumn {
  const isText = fallsBack(column)
  const type = isText ? 'VARCHAR' : formatColumnType(column.type)
  const slot = isText ? originalSlot(n) : valueSlot(n)
  // The texts are canonical: a plain CAST reads them.
  const isEmpty = !table.hasTexts(slot)
  const sql = isEmpty ? `CAST(NULL AS ${type})` : `CAST(t${slot} AS ${type})`
  return { name: column.name, type, format: isText ? null : column.format, sql, isEmpty }
}

export function keptAsText(region_id: string | null, columns: readonly CastColumn[]): SpecWarning[] {
  return columns.filter(fallsBack).map(({ name, type, misfits }) => ({
    code: 'column_kept_as_text',
    region_id,
    column: name,
    count: misfits,
    message: `${misfits} values of ${name} are no ${formatColumnType(type)}, so the column is text.`,
  }))
}
