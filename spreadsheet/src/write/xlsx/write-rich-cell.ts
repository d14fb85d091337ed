import type { Cell } from '../../cell.ts'
import type { StyleToWrite } from '../style-to-write.ts'
import type { RichCell } from '../workbook-to-write.ts'
import { FORMULA_END, FORMULA_ONLY_END, SPACED_FORMULA_END, VALUE_END } from './cell-marks.ts'
import { serialOf } from './excel-serial.ts'
import { beginCell, columnAt, marksOf, type SheetInWriting } from './sheet-in-writing.ts'
import { cutText, MOST_CHARACTERS, writeValue } from './write-value.ts'
import { needsItsSpace } from './xml-text.ts'

const DATE_FORMATS = { date: 'yyyy-mm-dd', time: 'hh:mm:ss', datetime: 'yyyy-mm-dd hh:mm:ss' } as const

/** A cell with a style of its own, a formula, or a value that a bare one cannot tell: a date, an error. */
export function writeRichCell(sheet: SheetInWriting, column: number, rich: RichCell) {
  const style = rich.style ?? columnAt(sheet, column).style
  const shown = rich.cell?.kind === 'date' ? dateCell(rich.cell.value, style) : { cell: rich.cell, style }
  const styleId = sheet.styles.idOf(shown.style)
  if (rich.formula !== undefined) writeFormula(sheet, column, rich.formula, shown.cell, styleId)
  else if (shown.cell) writeValue(sheet, column, shown.cell, styleId)
  else beginCell(sheet, column, marksOf(sheet, styleId).blank, 0)
}

/** A number that looks like a date, or the text of a date for which Excel has no number. */
function dateCell(iso: string, style: StyleToWrite): { cell: Cell; style: StyleToWrite } {
  const date = serialOf(iso)
  if (!date) return { cell: { kind: 'text', value: iso }, style }
  const { numberFormat = 'General' } = style
  const cell = { kind: 'number', value: date.serial } as const
  return { cell, style: numberFormat === 'General' ? withFormat(style, DATE_FORMATS[date.kind]) : style }
}

const withFormats = new WeakMap<StyleToWrite, Map<string, StyleToWrite>>()

/** The same object for the same style, so that the table of styles knows it at once. */
function withFormat(style: StyleToWrite, numberFormat: string): StyleToWrite {
  const byFormat = withFormats.get(style) ?? new Map<string, StyleToWrite>()
  const known = byFormat.get(numberFormat)
  if (known) return known
  const made = { ...style, numberFormat }
  withFormats.set(style, byFormat.set(numberFormat, made))
  return made
}

function writeFormula(sheet: SheetInWriting, column: number, formula: string, cell: Cell | null, styleId: number) {
  const { out } = sheet
  const marks = marksOf(sheet, styleId)
  sheet.hasFormulas = true
  if (!cell || (cell.kind === 'number' && !Number.isFinite(cell.value))) {
    beginCell(sheet, column, marks.numberFormula, formula.length)
    out.text(formula)
    out.bytes(FORMULA_ONLY_END)
  } else if (cell.kind === 'number' || cell.kind === 'boolean') {
    beginCell(sheet, column, cell.kind === 'number' ? marks.numberFormula : marks.booleanFormula, formula.length)
    out.text(formula)
    out.bytes(FORMULA_END)
    out.number(Number(cell.value))
    out.bytes(VALUE_END)
  } else {
    const text = cell.value.length > MOST_CHARACTERS ? cutText(sheet, column, cell.value) : cell.value
    const mark = cell.kind === 'error' ? marks.errorFormula : marks.textFormula
    beginCell(sheet, column, mark, formula.length + text.length)
    out.text(formula)
    out.bytes(needsItsSpace(text) ? SPACED_FORMULA_END : FORMULA_END)
    out.text(text)
    out.bytes(VALUE_END)
  }
}
