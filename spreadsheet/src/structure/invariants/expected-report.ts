import type { Output, Region, Reshape } from '../../parse-spec/parse-spec.ts'
import { columnIndex, parseBox } from '../../xlsx/cell-reference.ts'
import type { RowRole } from '../roles/roles.ts'
import type { SheetCell } from '../sheet.ts'
import { accountParents, COMPUTED_ITEMS, levelOfComputed } from '../tables/report/account-parents.ts'
import { stepsOf } from '../tables/reshape/apply-reshape.ts'
import { rolesByRow } from '../tables/roles-by-row.ts'
import { rowsOfTable } from '../tables/rows-of-table.ts'
import { addCell, holdsValue, newTally } from './expected-columns.ts'
import type { ExpectedTable } from './expected-table.ts'

const NO_ACCOUNTS: ReadonlySet<RowRole> = new Set(['separator', 'repeat_header', 'note', 'unit', 'continued'])

type Melt = Extract<Reshape, { kind: 'unpivot' | 'stack' }>

/** What the tables of a report must be: each row of the sheet is on one level, and each of its values is one row there. */
export function expectedReport(
  region: Region,
  cells: readonly SheetCell[],
): ((output: Output) => ExpectedTable) | null {
  const step = stepsOf(region).find((one): one is Melt => one.kind === 'unpivot' || one.kind === 'stack')
  if (!step) return null
  const rows = rowsOfReport(region)
  const values = region.columns.filter(({ name, include }) => include && step.value_columns.includes(name))
  const types = new Map(values.map(({ source_column, type }) => [columnIndex(source_column), type]))
  const names = new Set(region.label_columns.map(columnIndex))
  const byRow = Map.groupBy(cells, ({ row }) => row)
  const isNamed = (row: number) => byRow.get(row)?.some(({ column }) => names.has(column)) ?? false
  // A row that nothing names becomes no account; what stands in it is listed where it may be missing.
  const isListed = droppedPlaces(region)
  const valuesOf = (row: number) => {
    const its = byRow.get(row) ?? []
    return isNamed(row) ? its : its.filter((cell) => !isListed(cell))
  }
  return ({ kind, level = 1 }) => {
    if (kind === 'accounts') return listed(rows.filter(({ row, isSupply }) => !isSupply && isNamed(row)).length)
    const its = rows.filter((row) => row.level === level && row.isComputed === (kind === 'computed'))
    const tally = newTally()
    let rowsIn = 0
    for (const { row } of its) {
      const before = tally.values
      for (const cell of valuesOf(row)) {
        const type = types.get(cell.column)
        if (type === undefined || !holdsValue(cell, type)) continue
        tally.values++
        addCell(tally.sum, cell, type)
      }
      if (tally.values > before) rowsIn++
    }
    const columns = [{ name: step.value_to, tally }]
    return { rowsIn, factor: types.size, rowsOut: tally.values, cellsFilled: 0, columns }
  }
}

function droppedPlaces({ dropped = [] }: Region): (cell: SheetCell) => boolean {
  const boxes = dropped.flatMap(({ range }) => parseBox(range) ?? [])
  return ({ row, column }) =>
    boxes.some(({ top, left, bottom, right }) => row >= top && row <= bottom && column >= left && column <= right)
}

const listed = (rows: number): ExpectedTable => ({
  rowsIn: rows,
  factor: 1,
  rowsOut: rows,
  cellsFilled: 0,
  columns: [],
})

type RowOfReport = { row: number; level: number; isComputed: boolean; isSupply: boolean }

/** `isSupply`: the subtotal that ends a group and holds what the group amounts to. */
function rowsOfReport(region: Region): RowOfReport[] {
  const roles = rolesByRow(region)
  const { levelOf, supplies } = accountParents(region)
  const { top, bottom } = rowsOfTable(region, roles)
  const rows: RowOfReport[] = []
  for (let row = top; row <= bottom; row++) {
    const role = roles.get(row) ?? 'data'
    if (NO_ACCOUNTS.has(role)) continue
    const isSupply = supplies.has(row)
    const isComputed = COMPUTED_ITEMS.has(role) && !isSupply
    const level = isComputed ? levelOfComputed(region, row, levelOf) : levelOf(row)
    rows.push({ row, level, isComputed, isSupply })
  }
  return rows
}
