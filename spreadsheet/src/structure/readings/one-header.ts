import type { Region, RegionColumn } from '../../parse-spec/parse-spec.ts'
import { columnIndex, spellCell } from '../../xlsx/cell-reference.ts'
import type { Sheet } from '../sheet.ts'
import { distinctNames } from '../tables/reshape/distinct-names.ts'
import { rowsOfRange } from '../tables/rows-of-range.ts'

/**
 * The region with its first row as its header, and nothing else. In a table that lies on its side every row is of its own
 * kind, so that where the header ends is hard to tell; null where it is read so already.
 */
export function withOneHeader(sheet: Sheet, region: Region): Region | null {
  const { top, bottom } = rowsOfRange(region.range)
  if (bottom - top < 2 || (region.header_rows.length === 1 && region.header_rows[0] === top + 1)) return null
  // A second row of a real header seldom has a label of its own, in the first column or behind a group of fields.
  const labels = region.columns.slice(0, region.header_rows.length > 2 ? 2 : 1)
  const isLabelled = (row: number) =>
    labels.some(({ source_column }) => sheet.cellAt(row - 1, columnIndex(source_column)) !== undefined)
  if (!region.header_rows.every(isLabelled)) return null
  const cells = region.columns.map(({ source_column }) => sheet.cellAt(top, columnIndex(source_column)))
  const names = distinctNames(cells.map((cell) => cell?.text ?? ''))
  const columns = region.columns.map((column, n): RegionColumn => {
    const cell = cells[n]
    return {
      ...column,
      name: names[n] ?? column.name,
      header: cell?.text ?? null,
      header_cells: cell ? [spellCell(cell.row, cell.column)] : [],
      type: 'VARCHAR',
      format: null,
    }
  })
  const [from = '', to = from] = region.range.split(':')
  const data_range = `${from.replace(/\d+$/, String(top + 2))}:${to}`
  return { ...region, header_rows: [top + 1], data_range, columns, row_roles: [], totals: [], hierarchy: null }
}
