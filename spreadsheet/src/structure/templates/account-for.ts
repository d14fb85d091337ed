import { spellCell } from '../../xlsx/cell-reference.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import type { FoundTable } from './find-tables.ts'
import { fingerprint } from './label-key.ts'
import type { TemplateSheet } from './layout.ts'
import type { FilledField, Misfit } from './misfit.ts'
import { isLabelLike } from './value-kind.ts'

type Laid = {
  salt: string
  title: SheetCell | null
  filled: readonly FilledField[]
  tables: readonly FoundTable[]
}

/**
 * Every cell that holds something is a label, a value, part of a list, or a text that the sample had too. What else stands
 * beside labels or in a list would be lost unseen: then the file does not fit. What stands apart is left over, and reported.
 */
export function accountFor(sheet: Sheet, template: TemplateSheet, laid: Laid) {
  const known = knownCells(laid)
  const texts = new Set(template.texts)
  const isPrinted = ({ cell, text }: SheetCell) => cell.kind === 'text' && texts.has(fingerprint(laid.salt, text))
  const others = sheet.cells.filter((cell) => !known.has(cell) && !isPrinted(cell))
  const unknown = new Set(others)
  const shifts = new Set([0, ...laid.filled.map(({ field, label }) => label.row - field.row)])
  const isUnnamed = ({ row, column }: SheetCell) =>
    template.unnamed.some((place) => place.column === column && shifts.has(row - place.row))
  const rows = rowsInUse(laid)
  const misfits: Misfit[] = []
  const leftOver: SheetCell[] = []
  for (const cell of others) {
    if (isUnnamed(cell)) leftOver.push(cell)
    else if (namesAnother(sheet, cell, unknown)) misfits.push(unexpected('unexpected_label', cell))
    else if (rows.has(cell.row) && !isNamed(sheet, cell, unknown)) misfits.push(unexpected('unexpected_value', cell))
    else if (!isNamed(sheet, cell, unknown)) leftOver.push(cell)
  }
  return { misfits, leftOver }
}

function knownCells({ title, filled, tables }: Laid): Set<SheetCell> {
  const known = new Set<SheetCell>(title ? [title] : [])
  for (const { label, value } of filled) {
    known.add(label)
    if (value) known.add(value)
  }
  for (const { columns, totals } of tables)
    for (const cell of [...columns.flatMap(({ header, cells }) => [...header, ...cells]), ...totals]) known.add(cell)
  return known
}

function rowsInUse({ filled, tables }: Laid): Set<number> {
  const rows = new Set(filled.map(({ label }) => label.row))
  for (const { header, body, empty } of tables) for (const row of [...header, ...body, ...empty]) rows.add(row)
  return rows
}

/** A text with something beside it that the template does not know either: a field that was added. */
const namesAnother = (sheet: Sheet, cell: SheetCell, unknown: ReadonlySet<SheetCell>) =>
  isLabelLike(cell) && unknown.has(rightOf(sheet, cell) ?? cell) && rightOf(sheet, cell) !== undefined

/** What stands beside a text that the template does not know: said once, of the text. */
const isNamed = (sheet: Sheet, { row, column }: SheetCell, unknown: ReadonlySet<SheetCell>) =>
  [...unknown].some(
    (other) =>
      other.row === row && other.column < column && isLabelLike(other) && rightOf(sheet, other)?.column === column,
  )

const FARTHEST = 3

function rightOf(sheet: Sheet, { row, column }: SheetCell): SheetCell | undefined {
  const first = (sheet.mergeAt(row, column)?.right ?? column) + 1
  for (let at = first; at < first + FARTHEST; at++) {
    const cell = sheet.cellAt(row, at)
    if (cell) return cell
  }
  return undefined
}

/** Says where, and of a label what: a value goes into no message. */
function unexpected(code: 'unexpected_label' | 'unexpected_value', { row, column, text }: SheetCell): Misfit {
  const cell = spellCell(row, column)
  const label = code === 'unexpected_label' ? text : null
  return {
    code,
    label,
    cell,
    message: label === null ? `${cell} holds something that no label names` : `${cell} has a label "${label}" more`,
  }
}
