import type { Cell } from '@bindery-data/spreadsheet/cell.ts'
import type { Box } from '@bindery-data/spreadsheet/grid.ts'
import type { CellStyle } from '@bindery-data/spreadsheet/styles.ts'
import type { TrueField, TrueTable } from '../truth.ts'

/** Cells that belong together, their corner at 0, 0, and what they say. */
export type Block = {
  cells: readonly BlockCell[]
  merges: readonly Box[]
  height: number
  width: number
  tables: readonly TrueTable[]
  fields: readonly TrueField[]
}

export type BlockCell = {
  row: number
  column: number
  value: string | number | Cell
  style?: Partial<CellStyle>
  /** In R1C1 notation. */
  formula?: string
}

/** A block around cells; what reaches furthest says how large it is. */
export function blockOf(
  cells: readonly BlockCell[],
  about: Partial<Pick<Block, 'merges' | 'tables' | 'fields'>> = {},
): Block {
  const merges = about.merges ?? []
  return {
    cells,
    merges,
    height: Math.max(0, ...cells.map(({ row }) => row + 1), ...merges.map(({ bottom }) => bottom + 1)),
    width: Math.max(0, ...cells.map(({ column }) => column + 1), ...merges.map(({ right }) => right + 1)),
    tables: about.tables ?? [],
    fields: about.fields ?? [],
  }
}

export function moved(block: Block, rows: number, columns: number): Block {
  return {
    ...block,
    cells: block.cells.map((cell) => ({ ...cell, row: cell.row + rows, column: cell.column + columns })),
    merges: block.merges.map(({ top, left, bottom, right }) => ({
      top: top + rows,
      left: left + columns,
      bottom: bottom + rows,
      right: right + columns,
    })),
    height: block.height + rows,
    width: block.width + columns,
  }
}

/** The second block below the first, behind so many empty rows. */
export const below = (first: Block, second: Block, gap = 1): Block =>
  joined(first, moved(second, first.height + gap, 0))

/** The second block right of the first, behind so many empty columns. */
export const beside = (first: Block, second: Block, gap = 1): Block =>
  joined(first, moved(second, 0, first.width + gap))

/** Both blocks where they stand. */
export function joined(first: Block, second: Block): Block {
  return {
    cells: [...first.cells, ...second.cells],
    merges: [...first.merges, ...second.merges],
    height: Math.max(first.height, second.height),
    width: Math.max(first.width, second.width),
    tables: [...first.tables, ...second.tables],
    fields: [...first.fields, ...second.fields],
  }
}

/** Rows as columns. Formulas would point elsewhere, so they are left out. */
export function turned(block: Block): Block {
  return {
    ...block,
    cells: block.cells.map(({ row, column, formula: _, ...cell }) => ({ ...cell, row: column, column: row })),
    merges: block.merges.map(({ top, left, bottom, right }) => ({
      top: left,
      left: top,
      bottom: right,
      right: bottom,
    })),
    height: block.width,
    width: block.height,
  }
}

/** All that stands in a row or below it, so many rows further down. */
export function spread(block: Block, from: number, rows: number): Block {
  const shifted = (row: number) => (row >= from ? row + rows : row)
  return {
    ...block,
    cells: block.cells.map((cell) => ({ ...cell, row: shifted(cell.row) })),
    merges: block.merges.map((box) => ({ ...box, top: shifted(box.top), bottom: shifted(box.bottom) })),
    height: block.height + rows,
  }
}
