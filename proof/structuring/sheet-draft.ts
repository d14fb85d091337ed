import type { Cell } from '@bindery-data/spreadsheet/cell.ts'
import { type Box, boxAround, EMPTY_GRID, type GridCell } from '@bindery-data/spreadsheet/grid.ts'
import { readSheet } from '@bindery-data/spreadsheet/structure/read-sheet.ts'
import type { Sheet } from '@bindery-data/spreadsheet/structure/sheet.ts'
import { type CellStyle, PLAIN_STYLE } from '@bindery-data/spreadsheet/styles.ts'

/** A sheet that is being made up. Rows and columns count from 0. */
export type SheetDraft = {
  /** `formula` is in R1C1 notation. */
  put(
    row: number,
    column: number,
    cell: string | number | boolean | Cell,
    style?: Partial<CellStyle>,
    formula?: string,
  ): void
  merge(box: Box): void
  /** As a workbook would have it. */
  toSheet(name: string, fileName?: string): Sheet | null
  /** As a delimited file would, once it is read. */
  toUntyped(name: string): Sheet | null
  /** As a delimited file would. */
  toCsv(): string
}

export function draftSheet(): SheetDraft {
  const cells = new Map<string, GridCell>()
  const styles: CellStyle[] = [PLAIN_STYLE]
  const merges: Box[] = []
  const inOrder = () => [...cells.values()].sort((one, other) => one.row - other.row || one.column - other.column)
  return {
    put: (row, column, value, style, formula) => {
      const cell = cellOf(value)
      if (style) styles.push({ ...PLAIN_STYLE, ...style })
      const held: GridCell = {
        row,
        column,
        cell,
        style: style ? styles.length - 1 : 0,
        formula: formula ? { r1c1: formula, kind: 'normal', range: null } : null,
        comment: null,
      }
      cells.set(`${row} ${column}`, held)
    },
    merge: (box) => {
      merges.push(box)
      for (const { row, column } of inOrder())
        if (row >= box.top && row <= box.bottom && column >= box.left && column <= box.right)
          if (row !== box.top || column !== box.left) cells.delete(`${row} ${column}`)
    },
    toSheet: (name, fileName = name) => {
      const held = inOrder()
      const grid = { ...EMPTY_GRID, cells: held, used: boxAround(held), merges }
      return readSheet({ name, fileName, grid, styles, isUntyped: false, isDate1904: false })
    },
    toUntyped: (name) => {
      const held = inOrder()
      const grid = { ...EMPTY_GRID, cells: held, used: boxAround(held) }
      return readSheet({ name, fileName: name, grid, styles: [PLAIN_STYLE], isUntyped: true, isDate1904: false })
    },
    toCsv: () => linesOf(inOrder()).join('\n'),
  }
}

function cellOf(value: string | number | boolean | Cell): Cell {
  if (typeof value === 'string') return { kind: 'text', value }
  if (typeof value === 'number') return { kind: 'number', value }
  return typeof value === 'boolean' ? { kind: 'boolean', value } : value
}

function linesOf(cells: readonly GridCell[]): string[] {
  const lines: string[][] = []
  for (const { row, column, cell } of cells) {
    const line = lines[row] ?? []
    lines[row] = line
    line[column] = `"${String(cell?.value ?? '').replaceAll('"', '""')}"`
  }
  return Array.from(lines, (line) => Array.from(line ?? [], (field) => field ?? '').join(','))
}
