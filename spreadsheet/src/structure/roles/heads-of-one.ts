import type { Sheet, SheetCell } from '../sheet.ts'
import type { Relation } from './arithmetic/relation.ts'
import { cellsOfRow, type TableBody } from './table-lines.ts'

/**
 * Sums of a single row below them, in a table where sums stand above their parts: no arithmetic tells them from two rows
 * that are alike, but they stand and look as the other sums do, and the row below them as the other parts.
 */
export function headsOfOne(sheet: Sheet, body: TableBody, relations: readonly Relation[]): Relation[] {
  const { top, bottom, left } = body.box
  const above = relations.filter(({ line, op, operands }) => op === 'sum' && operands.every((part) => part > line))
  if (above.length === 0) return []
  const lines = new Map<number, readonly SheetCell[]>()
  for (let row = top; row <= bottom; row++) {
    const cells = cellsOfRow(sheet, body, row)
    if (cells.length > 0) lines.set(row - top, cells)
  }
  const lookOf = (line: number) => spellLook(lines.get(line)?.[0])
  const known = new Set(relations.map(({ line }) => line))
  const heads = new Set(above.map(({ line }) => lookOf(line)))
  const looks = above.flatMap(({ operands }) => operands.map(lookOf))
  const parts = new Set(looks.filter((look) => !heads.has(look)))
  const order = [...lines.keys()]
  return order.flatMap((line, n): Relation[] => {
    const [part, after] = [order[n + 1], order[n + 2]]
    if (part === undefined || known.has(line) || !heads.has(lookOf(line))) return []
    const isOnly = parts.has(lookOf(part)) && (after === undefined || !parts.has(lookOf(after)))
    const places = isOnly ? equalFigures(lines.get(line) ?? [], lines.get(part) ?? []) : []
    return places.length > 0
      ? [{ line, op: 'sum', operands: [part], places: places.map((column) => column - left), agreement: 1, bits: 1 }]
      : []
  })
}

/** Rows that hold a name only, and look as sums above their parts do: the year that is not over, above its first quarters. */
export function headsWithoutSum(sheet: Sheet, body: TableBody, relations: readonly Relation[]): Set<number> {
  const { top, bottom } = body.box
  const lookOf = (row: number) => spellLook(cellsOfRow(sheet, body, row)[0])
  const above = relations.filter(({ line, op, operands }) => op === 'sum' && operands.every((part) => part > line))
  const looks = new Set(above.map(({ line }) => lookOf(top + line)))
  for (const { operands } of above) for (const part of operands) looks.delete(lookOf(top + part))
  const found = new Set<number>()
  for (let row = looks.size > 0 ? top : bottom + 1; row <= bottom; row++)
    if (cellsOfRow(sheet, body, row).length === 1 && looks.has(lookOf(row))) found.add(row)
  return found
}

export const spellLook = (cell: SheetCell | undefined) =>
  cell ? [cell.column, cell.indent, cell.style.isBold].join(' ') : ''

/** The columns of all figures, where each is the same in both rows; none where one differs. */
function equalFigures(one: readonly SheetCell[], other: readonly SheetCell[]): number[] {
  const figures = one.filter(({ value }) => value.kind === 'number')
  const isEqual = ({ column, value }: SheetCell) =>
    other.some(
      (cell) =>
        cell.column === column &&
        cell.value.kind === 'number' &&
        value.kind === 'number' &&
        cell.value.number === value.number,
    )
  return figures.length > 0 && figures.every(isEqual) ? figures.map(({ column }) => column) : []
}
