import type { Box } from '../../grid.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { type GrowingTable, stripsIn } from './growing-table.ts'
import type { Line } from './lines.ts'

/** Columns at the edge without a name: behind an empty column they are remarks if fewer than half of the records have one. */
const REMARK_SHARE = 2
/** So few values beside a table were put down in passing. */
const STRAY_CELLS = 3
const STRAY_SHARE = 5

/** Where a table stands, and the cells to its right that are none of it. */
export function tableBox(sheet: Sheet, table: GrowingTable): { box: Box; strays: SheetCell[] } {
  const all = stripsIn(table).flatMap((strip) => strip.lines)
  const lines = all.slice(0, all.findLastIndex((line) => !isRule(line)) + 1)
  // Without names the records of a delimited file tell how wide it is.
  const right = sheet.isUntyped && table.headerLines === 0 ? table.right : lastColumn(table, lines)
  const box = { top: lines[0]?.row ?? 0, left: table.left, bottom: lines.at(-1)?.row ?? 0, right }
  const strays = all.flatMap((line, n) => line.cells.filter(({ column }) => column > right || n >= lines.length))
  return { box: withMerges(sheet, box, lines.at(-1)), strays }
}

/** Drawn with signs below the last row: `-----`, `=====`. */
const isRule = ({ cells }: Line) => cells.every(({ text }) => /^[-=_─━]{3,}$/.test(text))

function lastColumn({ left, right, headerLines }: GrowingTable, lines: readonly Line[]): number {
  const columns: SheetCell[][] = Array.from({ length: right - left + 1 }, () => [])
  for (const { cells } of lines) for (const cell of cells) columns[cell.column - left]?.push(cell)
  const named = new Set(lines.slice(0, headerLines).flatMap(({ cells }) => cells.map(({ column }) => column)))
  const records = lines.length - headerLines
  let last = right
  while (last > left + 1 && !named.has(last) && isAside(columns, last - left, records)) last--
  return last
}

function isAside(columns: readonly (readonly SheetCell[])[], at: number, records: number): boolean {
  const cells = columns[at] ?? []
  if (cells.length <= STRAY_CELLS && cells.length * STRAY_SHARE <= records) return true
  const areTexts = cells.every(({ value }) => value.kind === 'text')
  return areTexts && cells.length * REMARK_SHARE < records && columns[at - 1]?.length === 0
}

/** Merged cells of the last line reach further down. */
function withMerges(sheet: Sheet, box: Box, last: Line | undefined): Box {
  const bottoms = (last?.cells ?? []).map(({ row, column }) => sheet.mergeAt(row, column)?.bottom ?? row)
  return { ...box, bottom: Math.max(box.bottom, ...bottoms) }
}
