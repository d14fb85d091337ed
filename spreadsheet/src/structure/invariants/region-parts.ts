import type { Region, RegionColumn, Reshape } from '../../parse-spec/parse-spec.ts'
import { columnIndex, parseBox } from '../../xlsx/cell-reference.ts'
import { COMPUTED_ROWS, type RowRole } from '../roles/roles.ts'
import type { Sheet, SheetCell } from '../sheet.ts'

/** What the spec says of the place a cell of a table stands at. */
export type RegionParts = {
  isHeader(cell: SheetCell): boolean
  isLabel(cell: SheetCell): boolean
  /** One of several labels that make the name of a field together: of a group and its field, or of a line of each record. */
  isPartOfName(cell: SheetCell): boolean
  roleOf(cell: SheetCell): RowRole
  columnOf(cell: SheetCell): RegionColumn | undefined
  /** A heading over rows that are all computed from others: what they say goes where their sums go. */
  headsComputed(cell: SheetCell): boolean
  /** A value must come out once; what names a value may come out with each of them. */
  isValue(cell: SheetCell): boolean
}

const VALUE_ROLES: ReadonlySet<RegionColumn['role']> = new Set(['measure', 'period', 'total', 'difference', 'ratio'])

export function partsOf(sheet: Sheet, region: Region): RegionParts {
  const header = new Set(region.header_rows)
  const labels = new Set(region.label_columns.map(columnIndex))
  const columns = new Map(region.columns.map((column) => [columnIndex(column.source_column), column]))
  const roles = new Map(region.row_roles.flatMap(({ rows, role }) => rows.map((row) => [row, role] as const)))
  const repeated = repeatedColumns(region)
  const nameColumns = columnsOfNames(region)
  const bottom = parseBox(region.data_range)?.bottom ?? 0
  const isHeader = ({ row }: SheetCell) => header.has(row + 1)
  const isLabel = ({ column }: SheetCell) => labels.has(column)
  const roleOf = ({ row }: SheetCell): RowRole => roles.get(row + 1) ?? 'data'
  const columnOf = ({ column }: SheetCell) => columns.get(column)
  return {
    isHeader,
    isLabel,
    isPartOfName: ({ column }) => nameColumns.has(column),
    roleOf,
    columnOf,
    // A figure among the figures heads nothing, whatever its row was taken for.
    headsComputed: (cell) =>
      roleOf(cell) === 'group' &&
      !(cell.value.kind === 'number' && VALUE_ROLES.has(columnOf(cell)?.role ?? 'label')) &&
      areComputedBelow(cell.row + 1, roles, bottom),
    isValue: (cell) => {
      const column = columnOf(cell)
      if (!column || isHeader(cell) || isLabel(cell) || roleOf(cell) === 'group') return false
      const isRepeated =
        repeated === 'all' || repeated.has(column.name) || sheet.mergeAt(cell.row, cell.column) !== null
      return VALUE_ROLES.has(column.role) && !isRepeated
    },
  }
}

function columnsOfNames({ columns, reshape }: Region): ReadonlySet<number> {
  const [first] = [reshape].flat()
  if (first?.kind === 'join_lines') {
    const sources = new Set(first.columns.map(({ source }) => source))
    const calling = columns.filter(({ include, name }) => include && !sources.has(name))
    return new Set(calling.map(({ source_column }) => columnIndex(source_column)))
  }
  const labels = first?.kind === 'transpose' ? (first.labels ?? 1) : 1
  const included = columns.filter(({ include }) => include)
  return new Set(labels > 1 ? included.slice(0, labels).map(({ source_column }) => columnIndex(source_column)) : [])
}

/** From a row, counting from 0, to the next heading or the end. */
function areComputedBelow(from: number, roles: ReadonlyMap<number, RowRole>, bottom: number): boolean {
  let row = from
  const isComputed = (role: RowRole) =>
    COMPUTED_ROWS.has(role) || (row > from && (role === 'continued' || role === 'separator'))
  while (row <= bottom && isComputed(roles.get(row + 1) ?? 'data')) row++
  return row > from && (row > bottom || roles.get(row + 1) === 'group')
}

/** Columns whose values are repeated beside each of the values that a step takes apart. */
function repeatedColumns({ reshape, orientation }: Region): ReadonlySet<string> | 'all' {
  const steps: readonly Reshape[] = reshape === null ? [] : 'kind' in reshape ? [reshape] : reshape
  const names = new Set<string>()
  for (const step of steps) {
    if (step.kind === 'explode' || step.kind === 'pivot' || step.kind === 'transpose') return 'all'
    if (step.kind === 'fill_down') for (const name of step.columns) names.add(name)
    if ('id_columns' in step) for (const name of step.id_columns) names.add(name)
  }
  return orientation === 'columns' ? 'all' : names
}
