import type { Cell } from '../../cell.ts'
import { TEXT_END, VALUE_END } from './cell-marks.ts'
import { beginCell, marksOf, type SheetInWriting } from './sheet-in-writing.ts'
import { needsItsSpace } from './xml-text.ts'

/** Of a text in a cell, in UTF-16 units. */
export const MOST_CHARACTERS = 32_767

/** A value as its cell, by kind; dates are numbers by now. */
export function writeValue(sheet: SheetInWriting, column: number, cell: Cell, styleId: number) {
  if (cell.kind === 'number') writeNumber(sheet, column, cell.value, styleId)
  else if (cell.kind === 'boolean') writeBoolean(sheet, column, cell.value, styleId)
  else if (cell.kind === 'error') writeError(sheet, column, cell.value, styleId)
  else writeText(sheet, column, cell.value, styleId)
}

export function writeNumber(sheet: SheetInWriting, column: number, value: number, styleId: number) {
  // Excel has no such numbers.
  if (!Number.isFinite(value)) return writeText(sheet, column, String(value), styleId)
  beginCell(sheet, column, marksOf(sheet, styleId).number, 0)
  sheet.out.number(value)
  sheet.out.bytes(VALUE_END)
}

/** Numbers of Excel are doubles: an integer they cannot tell from its neighbour is a text. */
export function writeInteger(sheet: SheetInWriting, column: number, value: bigint, styleId: number) {
  const double = Number(value)
  if (Number.isSafeInteger(double)) writeNumber(sheet, column, double, styleId)
  else writeText(sheet, column, String(value), styleId)
}

export function writeBoolean(sheet: SheetInWriting, column: number, value: boolean, styleId: number) {
  beginCell(sheet, column, marksOf(sheet, styleId).boolean, 0)
  sheet.out.number(value ? 1 : 0)
  sheet.out.bytes(VALUE_END)
}

export function writeText(sheet: SheetInWriting, column: number, value: string, styleId: number) {
  const text = value.length > MOST_CHARACTERS ? cutText(sheet, column, value) : value
  const marks = marksOf(sheet, styleId)
  beginCell(sheet, column, needsItsSpace(text) ? marks.spacedText : marks.text, text.length)
  sheet.out.text(text)
  sheet.out.bytes(TEXT_END)
}

function writeError(sheet: SheetInWriting, column: number, code: string, styleId: number) {
  beginCell(sheet, column, marksOf(sheet, styleId).error, code.length)
  sheet.out.text(code)
  sheet.out.bytes(VALUE_END)
}

/** As much of a text as a cell holds, and word of it. */
export function cutText(sheet: SheetInWriting, column: number, text: string): string {
  sheet.report({ kind: 'text_cut', sheet: sheet.name, row: sheet.rows - 1, column, characters: text.length })
  const kept = text.slice(0, MOST_CHARACTERS)
  // Half of a character is none.
  return /[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept
}
