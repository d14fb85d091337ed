import type { OpenedFile } from '../opened-file.ts'
import type { SpecWarning } from '../parse-spec/parse-spec.ts'
import { columnLetters } from '../xlsx/cell-reference.ts'
import type { Sheet } from './sheet.ts'

const MOST_NAMED = 5

/** What is hidden in a file and holds something, sheet by sheet: one warning for all of it. */
export function createHiddenWarning() {
  const named: string[] = []
  let count = 0
  return {
    add({ state }: OpenedFile['sheets'][number], sheet: Sheet) {
      if (state !== 'visible') {
        count++
        named.push(`the sheet ${sheet.name}`)
      }
      const rows = sheet.grid.rows.filter(
        ({ row, isHidden }) => isHidden && isWithin(row, sheet.box.top, sheet.box.bottom),
      )
      const columns = sheet.grid.columns
        .filter(({ isHidden }) => isHidden)
        .flatMap(({ from, to }) => holding(sheet, from, to))
      count += rows.length + columns.length
      if (rows.length > 0)
        named.push(`${rows.length} rows of ${sheet.name} (${listed(rows.map(({ row }) => String(row + 1)))})`)
      if (columns.length > 0)
        named.push(`${columns.length} columns of ${sheet.name} (${listed(columns.map(columnLetters))})`)
    },
    finish: (): SpecWarning[] =>
      count === 0
        ? []
        : [
            {
              code: 'hidden_content',
              region_id: null,
              column: null,
              count,
              message: `Hidden in the file, and read like everything else: ${named.join('; ')}.`,
            },
          ],
  }
}

const isWithin = (n: number, from: number, to: number) => n >= from && n <= to

/** The columns of a span that hold something. */
function holding(sheet: Sheet, from: number, to: number): number[] {
  const { left, right } = sheet.box
  const columns: number[] = []
  for (let column = Math.max(from, left); column <= Math.min(to, right); column++)
    if (sheet.cells.some((cell) => cell.column === column)) columns.push(column)
  return columns
}

const listed = (names: readonly string[]) =>
  names.length > MOST_NAMED ? `${names.slice(0, MOST_NAMED).join(', ')}, …` : names.join(', ')
