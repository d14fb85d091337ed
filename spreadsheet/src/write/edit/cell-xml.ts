import type { Cell } from '../../cell.ts'
import { columnLetters } from '../../xlsx/cell-reference.ts'
import { serialOf } from '../xlsx/excel-serial.ts'
import { MOST_CHARACTERS } from '../xlsx/write-value.ts'
import { cellText, needsItsSpace } from '../xlsx/xml-text.ts'

/** How the sheet spells things. */
export type SheetSpelling = {
  /** Of its elements: `x:` or nothing. */
  prefix: string
  isDate1904: boolean
}

type CellToSpell = {
  row: number
  column: number
  /** As the file numbers styles; null for the plain one. */
  style: string | null
  cell: Cell | null
  /** The element of a formula, as it is to stand in the file. */
  formula: string
}

const DAYS_TO_1904 = 1_462

export function cellXml({ prefix: p, isDate1904 }: SheetSpelling, spelled: CellToSpell): string {
  const { row, column, style, formula } = spelled
  const cell = spelled.cell && valueInFile(spelled.cell, isDate1904)
  const address = `<${p}c r="${columnLetters(column)}${row + 1}"${style === null ? '' : ` s="${style}"`}`
  if (!cell) return formula === '' ? `${address}/>` : `${address}>${formula}</${p}c>`
  if (cell.kind === 'text' && formula === '') {
    return `${address} t="inlineStr"><${p}is>${textElement(`${p}t`, cell.value)}</${p}is></${p}c>`
  }
  const type = { number: '', text: ' t="str"', boolean: ' t="b"', error: ' t="e"', date: '' }[cell.kind]
  const value = typeof cell.value === 'boolean' ? String(Number(cell.value)) : String(cell.value)
  return `${address}${type}>${formula}${textElement(`${p}v`, value)}</${p}c>`
}

export function textElement(name: string, text: string): string {
  return `<${name}${needsItsSpace(text) ? ' xml:space="preserve"' : ''}>${cellText(text)}</${name}>`
}

/** What is no number in Excel is text there, and dates are numbers. */
function valueInFile(cell: Cell, isDate1904: boolean): Cell {
  if (cell.kind === 'date') return dateValue(cell.value, isDate1904)
  if (cell.kind === 'number' && !Number.isFinite(cell.value)) return { kind: 'text', value: String(cell.value) }
  if (cell.kind === 'text' && cell.value.length > MOST_CHARACTERS) {
    throw new RangeError(`A cell holds at most ${MOST_CHARACTERS} characters.`)
  }
  return cell
}

function dateValue(iso: string, isDate1904: boolean): Cell {
  const date = serialOf(iso)
  if (!date) return { kind: 'text', value: iso }
  const shift = isDate1904 && date.kind !== 'time' ? DAYS_TO_1904 : 0
  // Files that count from 1904 know no earlier day.
  return date.serial < shift ? { kind: 'text', value: iso } : { kind: 'number', value: date.serial - shift }
}
