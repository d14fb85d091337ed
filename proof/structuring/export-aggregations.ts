import type { Region, Total } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { columnIndex, parseBox, spellCell } from '@bindery-data/spreadsheet/xlsx/cell-reference.ts'

const OPERATORS = {
  sum: 'Sum',
  average: 'Average',
  division: 'Division',
  relative_change: 'RelativeChange',
  // c = a - b is spelled as a = b + c there.
  difference: 'Sum',
} as const

/** Every cell that is computed from others, with how. */
export function exportAggregations(regions: readonly Region[]): [string, string][] {
  return regions.flatMap(({ totals }) =>
    totals.flatMap((total) => resultCells(total).map((cell): [string, string] => [cell, OPERATORS[total.op]])),
  )
}

function resultCells(total: Total): string[] {
  const cells = total.cells.flatMap(cellsOf)
  if (total.op !== 'difference') return cells.map(({ row, column }) => spellCell(row, column))
  const [minuend = ''] = total.operands
  return cells.map(({ row, column }) =>
    total.row === undefined ? spellCell(row, columnIndex(minuend)) : spellCell(Number(minuend) - 1, column),
  )
}

function cellsOf(range: string): { row: number; column: number }[] {
  const box = parseBox(range)
  if (!box) return []
  const cells: { row: number; column: number }[] = []
  for (let row = box.top; row <= box.bottom; row++)
    for (let column = box.left; column <= box.right; column++) cells.push({ row, column })
  return cells
}
