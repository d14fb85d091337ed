import type { Sheet } from '../sheet.ts'
import { type ColumnFigures, figuresByColumn } from './column-figures.ts'
import { roleOfLoneRow } from './lone-rows.ts'
import { cellsOfRow, type TableBody } from './table-lines.ts'

/** What rows are called, and whether a row is called after a group above it that it ends. */
export type RowNames = {
  of(line: number): string
  endsGroup(line: number): boolean
  /** How many rows have values. */
  valued: number
  /** Of the numbers in the first column that has one in all of these rows. */
  sumOf(lines: readonly number[]): number
  /** The figures of a row that are more than nothing. */
  numbersOf(line: number): readonly { column: number; number: number }[]
  /** The figures of the nearest rows above. */
  figuresAbove(line: number): readonly number[]
  /** All figures of a column. */
  inColumn(column: number): ColumnFigures
}

const TOTAL_WORD = /\s*(?:合計|小計|計|sub-?\s?total|total)\s*(?:of|for)?\s*/giu

/** Totals stand between a row and the one it speaks of. */
const NEAREST = 4

export function rowNamesOf(sheet: Sheet, body: TableBody): RowNames {
  const { top } = body.box
  const groups = new Set<string>()
  let valued = 0
  for (let row = top; row <= body.box.bottom; row++) {
    const cells = cellsOfRow(sheet, body, row)
    if (roleOfLoneRow(cells, body) === 'group') groups.add(body.nameOfRow(row))
    if (cells.some(({ value }) => value.kind === 'number')) valued++
  }
  const of = (line: number) => body.nameOfRow(top + line)
  const sumOf = (lines: readonly number[]) => {
    for (let column = body.box.left; column <= body.box.right; column++) {
      const numbers = lines.flatMap((line) => {
        const value = sheet.cellAt(top + line, column)?.value
        return value?.kind === 'number' ? value.number : []
      })
      if (numbers.length > 0 && numbers.length === lines.length) return numbers.reduce((sum, one) => sum + one, 0)
    }
    return Number.NaN
  }
  const numbersOf = (line: number) =>
    cellsOfRow(sheet, body, top + line).flatMap(({ column, value }) =>
      value.kind === 'number' && value.number !== 0 ? [{ column, number: value.number }] : [],
    )
  const figuresAbove = (line: number) =>
    Array.from({ length: Math.min(line, NEAREST) }, (_, n) => numbersOf(line - 1 - n)).flatMap((figures) =>
      figures.map(({ number }) => number),
    )
  return {
    of,
    valued,
    sumOf,
    numbersOf,
    figuresAbove,
    inColumn: figuresByColumn(sheet, body.box),
    endsGroup: (line) => groups.has(of(line).replaceAll(TOTAL_WORD, '')),
  }
}
