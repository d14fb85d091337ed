import type { MadeTable } from '@bindery-data/spreadsheet/structure/tables/made-table.ts'
import { COLORS, type Drawn } from './draw-sheet.ts'
import { cell, columnWidth, ROW_PX, shortened, text, widthOf } from './svg.ts'

const MOST_ROWS = 6

/** A table that came out, with its name, its kind and its first rows. */
export function drawTable({ name, kind, columns, rows }: MadeTable, left: number, top: number): Drawn {
  const shown = rows.slice(0, MOST_ROWS).map((row) => row.map((made) => shortened(made.text ?? '')))
  const widths = columns.map((column, n) =>
    columnWidth([column.name, column.type, ...shown.map((row) => row[n] ?? '')]),
  )
  const xs = widths.map((_, n) => left + widths.slice(0, n).reduce((sum, width) => sum + width, 0))
  const isNumeric = columns.map(({ type }) => /^(?:BIGINT|INTEGER|DOUBLE|DECIMAL)/.test(type))
  const caption =
    text(left, top + ROW_PX - 7, name, { isBold: true }) +
    text(left + widthOf(name) + 14, top + ROW_PX - 7, kind, { color: '#777' })
  const header = columns.map((column, n) =>
    cell(xs[n] ?? 0, top + ROW_PX, widths[n] ?? 0, column.name, { fill: COLORS.header, isBold: true }),
  )
  const types = columns.map((column, n) =>
    cell(xs[n] ?? 0, top + 2 * ROW_PX, widths[n] ?? 0, column.type, { fill: '#f6fafe', color: '#777' }),
  )
  const body = shown.flatMap((row, r) =>
    row.map((value, n) =>
      cell(xs[n] ?? 0, top + ROW_PX * (r + 3), widths[n] ?? 0, value, { isRight: isNumeric[n] ?? false }),
    ),
  )
  const more = rows.length - shown.length
  const rest =
    more > 0 ? text(left + 7, top + ROW_PX * (shown.length + 4) - 7, `… and ${more} more rows`, { color: '#777' }) : ''
  return {
    content: [caption, ...header, ...types, ...body, rest].join('\n'),
    width: Math.max(
      widthOf(`${name}${kind}`) + 24,
      widths.reduce((sum, width) => sum + width, 0),
    ),
    height: ROW_PX * (shown.length + (more > 0 ? 4 : 3)),
  }
}
