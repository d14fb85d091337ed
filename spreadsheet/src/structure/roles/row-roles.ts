import type { TableShape } from '../header/table-shape.ts'
import type { Sheet } from '../sheet.ts'
import type { Relation } from './arithmetic/relation.ts'
import { closingRows } from './closing-rows.ts'
import { codeBanners } from './code-banners.ts'
import { agreeingRows, calledRows, computedRows } from './computed-rows.ts'
import type { LineLabels } from './computed-witness.ts'
import { headsWithoutSum } from './heads-of-one.ts'
import { limitRows } from './limit-rows.ts'
import { roleOfLoneRow } from './lone-rows.ts'
import { rowsWithoutRecord } from './no-records.ts'
import { COMPUTED_ROWS, type RowRole } from './roles.ts'
import { rowNamesOf } from './row-names.ts'
import { cellsOfRow, type TableBody } from './table-lines.ts'

/** What each row of a table is for; rows of data are not listed. */
export function rolesOfRows(
  sheet: Sheet,
  shape: TableShape,
  body: TableBody,
  relations: readonly Relation[],
  { words, names }: LineLabels,
): Map<number, RowRole> {
  const { top, bottom } = body.box
  const roles = new Map<number, RowRole>()
  if (shape.firstGroup !== null) roles.set(shape.firstGroup, 'group')
  const rowNames = rowNamesOf(sheet, body)
  const computed = new Map([...agreeingRows(names, words, rowNames), ...computedRows(relations, words, rowNames)])
  const called = calledRows(names, words, computed)
  const parts = new Set(relations.filter(closesBlock).flatMap(({ operands }) => operands))
  const closing = closingRows(sheet, body, words, new Map([...computed, ...called]), parts)
  const without = rowsWithoutRecord(sheet, body, new Map([...computed, ...called, ...closing]))
  const banners = codeBanners(sheet, body)
  const limits = limitRows(sheet, body)
  const sumless = headsWithoutSum(sheet, body, relations)
  for (let row = top; row <= bottom; row++) {
    const role = body.skippedRows.has(row)
      ? 'repeat_header'
      : (without.get(row) ??
        (limits.has(row) ? 'note' : null) ??
        (banners.has(row) || sumless.has(row) ? 'group' : null) ??
        roleOfLoneRow(cellsOfRow(sheet, body, row), body) ??
        computed.get(row - top) ??
        called.get(row - top) ??
        closing.get(row - top))
    if (role) roles.set(row, role)
    else if (COMPUTED_ROWS.has(roles.get(row - 1) ?? 'data') && isNameless(sheet, body, row))
      roles.set(row, roles.get(row - 1) ?? 'subtotal')
  }
  return roles
}

/** Fewer rows below a total may be what is added to it. */
const FEWEST_IN_BLOCK = 3

/** A sum of the rows right above it. */
const closesBlock = ({ op, line, operands }: Relation) =>
  op === 'sum' &&
  operands.length >= FEWEST_IN_BLOCK &&
  operands.every((operand) => operand < line && operand >= line - operands.length)

/** Figures without any name, fewer than a record has: they belong to the total right above them. */
function isNameless(sheet: Sheet, body: TableBody, row: number): boolean {
  const cells = cellsOfRow(sheet, body, row)
  const isFew = cells.length * 2 < body.box.right - body.box.left + 1
  return cells.length > 0 && isFew && cells.every(({ value }) => value.kind === 'number')
}
