import type { ReturnedCell } from '@bindery/spreadsheet/returned/returned-cell.ts'
import { unmarkFormulas } from '@bindery/spreadsheet/write/csv/formula-marks.ts'
import type { ColumnType } from '../../tabular/column-type.ts'
import { readFileCell, textOf } from './read-file-cell.ts'

/** Of a text in a cell. */
const MOST_CHARACTERS = 32_767
const SAFE_DIGITS = 15

/**
 * Does the cell still say what was sent out? Programs spell values in other ways, and a file cannot hold all of them: what
 * such a way leads to is no edit.
 */
export function isSameInFile(type: ColumnType, sent: string | null, cell: ReturnedCell, isDate1904: boolean): boolean {
  if (sent === null || cell === null) return (sent ?? '') === '' && cell === null
  const read = readFileCell(type, cell, isDate1904)
  if ('problem' in read) return false
  if (read.text === sent) return true
  switch (type.name) {
    case 'VARCHAR':
      return isSameText(sent, cell)
    case 'JSON':
      return typeof cell === 'string' && cell === cutText(sent)
    case 'DOUBLE':
      return digitsOf(Number(read.text)) === digitsOf(Number(sent))
    case 'TIME':
    case 'TIMESTAMP':
      return typeof cell !== 'string' && read.text !== null && toMilliseconds(read.text) === toMilliseconds(sent)
    default:
      return false
  }
}

function isSameText(sent: string, cell: ReturnedCell): boolean {
  // A csv file that was written without them came back as if it had apostrophes before what looks like a formula.
  if (typeof cell === 'string') {
    const spellings = [sent, unmarkFormulas(sent, ','), unmarkFormulas(sent, ';')]
    return spellings.some((spelling) => asFileHolds(cell) === asFileHolds(spelling))
  }
  // Nobody types a number into a column of texts: a program took the text for one.
  if (typeof cell === 'number') return sent.trim() !== '' && digitsOf(Number(sent)) === digitsOf(cell)
  if (typeof cell === 'boolean') return sent.toUpperCase() === textOf(cell)
  return isSameDay(sent, cell)
}

/** XML knows one line end, and a cell only so many characters. */
const asFileHolds = (text: string) => cutText(text).replace(/\r\n?/g, '\n')

function cutText(text: string): string {
  const kept = text.slice(0, MOST_CHARACTERS)
  return text.length > MOST_CHARACTERS && /[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept
}

/** A text that a program took for a date. */
function isSameDay(sent: string, cell: ReturnedCell): boolean {
  const [meant, found] = [sent, cell].map((day) => readFileCell({ name: 'TIMESTAMP' }, day, false))
  return meant !== undefined && found !== undefined && 'text' in meant && 'text' in found && meant.text === found.text
}

const digitsOf = (value: number) => value.toPrecision(SAFE_DIGITS)

/** What a serial can tell apart. */
const toMilliseconds = (text: string) => text.replace(/(\.\d{3})\d+$/, '$1').replace(/\.?0+$/, '')
