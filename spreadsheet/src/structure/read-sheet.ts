import type { Box, Grid, GridCell } from '../grid.ts'
import { type CellStyle, PLAIN_STYLE, type Styles } from '../styles.ts'
import { createCellsByPlace } from './cells-by-place.ts'
import { readCell } from './read-cell.ts'
import type { Sheet, SheetCell } from './sheet.ts'
import { createSettlement } from './values/settlement.ts'

export type SheetToRead = {
  name: string
  fileName: string
  grid: Grid
  styles: Styles
  isUntyped: boolean
  isDate1904: boolean
}

/** A grid with the meaning of each of its cells; null for one that holds nothing but spaces. */
export function readSheet({ name, fileName, grid, styles, isUntyped, isDate1904 }: SheetToRead): Sheet | null {
  const cells = readCells(grid, styles, isDate1904)
  const box = boxAround(cells)
  if (box === null) return null
  const places = createCellsByPlace<SheetCell>(box, cells.length)
  for (const cell of cells) places.set(cell.row, cell.column, cell)
  return {
    name,
    fileName,
    box,
    cells,
    cellAt: places.at,
    styleAt: indexStyles(grid, styles),
    mergeAt: indexMerges(grid, box),
    grid,
    isUntyped,
  }
}

function readCells(grid: Grid, styles: Styles, isDate1904: boolean): SheetCell[] {
  const cells: SheetCell[] = []
  const settlement = createSettlement()
  for (const held of grid.cells) {
    const cell = readCell(held, styles[held.style] ?? PLAIN_STYLE, isDate1904)
    if (!cell) continue
    cells.push(cell)
    settlement.observe(cell)
  }
  const settled = settlement.finish()
  if (settled) for (const [n, cell] of cells.entries()) cells[n] = settled(cell)
  return cells
}

function boxAround(cells: readonly SheetCell[]): Box | null {
  const [first] = cells
  if (!first) return null
  const box = { top: first.row, left: first.column, bottom: first.row, right: first.column }
  for (const { row, column } of cells) {
    if (row > box.bottom) box.bottom = row
    if (column < box.left) box.left = column
    if (column > box.right) box.right = column
  }
  return box
}

function indexStyles({ cells }: Grid, styles: Styles): Sheet['styleAt'] {
  const plain = styles[0] ?? PLAIN_STYLE
  const box = boxOfStyled(cells)
  if (box === null) return () => plain
  const held = createCellsByPlace<CellStyle>(box, cells.length)
  for (const { row, column, style } of cells) if (style !== 0) held.set(row, column, styles[style] ?? PLAIN_STYLE)
  return (row, column) => held.at(row, column) ?? plain
}

function boxOfStyled(cells: readonly GridCell[]): Box | null {
  let box: Box | null = null
  for (const { row, column, style } of cells) {
    if (style === 0) continue
    box ??= { top: row, left: column, bottom: row, right: column }
    box.bottom = row
    if (column < box.left) box.left = column
    if (column > box.right) box.right = column
  }
  return box
}

/** A file may merge the same cells again and again; beyond so many places merges are not looked at. */
const MOST_MERGED = 4_000_000

/** Merged areas as far as they are inside the box. */
function indexMerges({ merges }: Grid, box: Box): Sheet['mergeAt'] {
  const held = createCellsByPlace<Box>(box, merges.length)
  let places = 0
  for (const merge of merges) {
    const top = Math.max(merge.top, box.top)
    const left = Math.max(merge.left, box.left)
    const bottom = Math.min(merge.bottom, box.bottom)
    const right = Math.min(merge.right, box.right)
    places += Math.max(0, bottom - top + 1) * Math.max(0, right - left + 1)
    if (places > MOST_MERGED) break
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++) held.set(row, column, merge)
  }
  return (row, column) => held.at(row, column) ?? null
}
