import type { Box } from '../../grid.ts'
import { COMPUTED_COLUMNS, type Region } from '../../parse-spec/parse-spec.ts'
import { columnIndex, columnLetters } from '../../xlsx/cell-reference.ts'
import { findShape, shapeUnder } from '../header/find-shape.ts'
import type { TableShape } from '../header/table-shape.ts'
import type { ColumnRole, Roles, RowRole } from '../roles/roles.ts'
import type { Sheet } from '../sheet.ts'

/** What was decided about a table before the engine looks at it. Rows and columns count from 0. */
export type Decided = {
  headerRows?: readonly number[]
  /** The table stands upright, whatever it looks like. */
  isUpright?: boolean
  rows?: ReadonlyMap<number, RowRole>
  columns?: ReadonlyMap<number, ColumnRole>
}

/** The shape of a table under the header that was decided, or under the one it seems to have. */
export function decidedShape(sheet: Sheet, box: Box, { headerRows, isUpright = false, columns }: Decided): TableShape {
  const found = findShape(sheet, box)
  const isFound = headerRows === undefined || areSame(found.headerRows, headerRows)
  const isTaken = isFound && !(isUpright && found.orientation === 'columns')
  return withLabels(isTaken ? found : shapeUnder(sheet, box, headerRows ?? []), columns)
}

const areSame = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((row, n) => row === other[n])

/** Columns that are labels name their rows, and those that are something else do not. */
function withLabels(shape: TableShape, columns: Decided['columns']): TableShape {
  if (!columns || columns.size === 0) return shape
  const labelColumns = shape.columns
    .map(({ column }) => column)
    .filter((column) => (columns.get(column) ?? (shape.labelColumns.includes(column) ? 'label' : null)) === 'label')
  return { ...shape, labelColumns }
}

export function withDecidedRoles(roles: Roles, { rows, columns }: Decided): Roles {
  if (!rows && !columns) return roles
  const rowRoles = new Map(roles.rows)
  for (const [row, role] of rows ?? []) {
    if (role === 'data') rowRoles.delete(row)
    else rowRoles.set(row, role)
  }
  const isData = (row: number | undefined) => row !== undefined && rows?.get(row - 1) === 'data'
  const isNoTotal = (letters: string | undefined) => {
    const role = letters === undefined ? undefined : columns?.get(columnIndex(letters))
    return role !== undefined && !COMPUTED_COLUMNS.has(role)
  }
  return {
    ...roles,
    rows: new Map([...rowRoles].sort(([one], [other]) => one - other)),
    columns: new Map([...roles.columns, ...(columns ?? [])]),
    totals: roles.totals.filter(({ row, column }) => !isData(row) && !isNoTotal(column)),
  }
}

/** Types say what a column is for where nothing else does; here something else does. */
export function withColumnRoles(region: Region, { columns }: Decided): Region {
  if (!columns || columns.size === 0) return region
  return {
    ...region,
    columns: region.columns.map((column) => {
      const role = columns.get(columnIndex(column.source_column))
      return role ? { ...column, role } : column
    }),
  }
}

/** What the corrections of a region decide about its shape and its roles. */
export function decidedBy(corrections: NonNullable<Region['corrections']>): Decided {
  const rows = new Map<number, RowRole>()
  const columns = new Map<number, ColumnRole>()
  let decided: Decided = {}
  for (const correction of corrections) {
    if (correction.op === 'set_header_rows')
      decided = { ...decided, headerRows: correction.rows.map((row) => row - 1), isUpright: true }
    if (correction.op !== 'set_role') continue
    if ('rows' in correction) for (const row of correction.rows) rows.set(row - 1, correction.role)
    else for (const letters of correction.columns) columns.set(columnIndex(letters), correction.role)
  }
  return { ...decided, ...(rows.size > 0 ? { rows } : {}), ...(columns.size > 0 ? { columns } : {}) }
}

export const lettersOf = (box: Box): string[] =>
  Array.from({ length: box.right - box.left + 1 }, (_, n) => columnLetters(box.left + n))
