import type { Cell } from '../cell.ts'
import type { GridCell } from '../grid.ts'
import type { CellStyle } from '../styles.ts'
import { booleanToText, cellToText } from '../values/canonical-text.ts'
import type { SheetCell } from './sheet.ts'
import { readValue } from './values/read-value.ts'
import { shownNumber } from './values/shown-number.ts'

type CellToRead = Pick<GridCell, 'row' | 'column' | 'cell' | 'formula'>

/** A cell as people read it, by itself; null for one that holds nothing but spaces. */
export function readCell(
  { row, column, cell, formula }: CellToRead,
  style: CellStyle,
  isDate1904: boolean,
): SheetCell | null {
  if (cell === null || cell.value === '') return null
  const text = shownText(cell, style, isDate1904)
  if (text === '') return null
  const indent = style.indent + (cell.kind === 'text' ? leadingSpaces(cell.value) : 0)
  return { row, column, cell, style, formula, text, indent, value: readValue(cell, style, text, isDate1904) }
}

function shownText(cell: Cell, style: CellStyle, isDate1904: boolean): string {
  switch (cell.kind) {
    case 'text':
      return plainText(cell.value)
    case 'boolean':
      return booleanToText(cell.value)
    case 'number':
      // The words in a date's format stand between its parts.
      return (
        cellToText(cell.value, style.meaning, isDate1904) +
        (style.meaning === 'number' ? (shownNumber(style).calendarWord ?? '') : '')
      )
    default:
      return cell.value
  }
}

const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/
const DOUBLE_SPACE = /\s\s/

/** NFKC, without surrounding spaces, each run of spaces and line breaks one space. */
function plainText(text: string): string {
  if (PLAIN.test(text)) return DOUBLE_SPACE.test(text) ? text.replaceAll(/\s+/g, ' ') : text
  return text
    .normalize('NFKC')
    .replaceAll(/[\s\u200B\uFEFF]+/g, ' ')
    .trim()
}

const LEADING_SPACES = /^[\s\u3000]+/
const WIDE_SPACE = '\u3000'

/** In widths of a narrow character. */
function leadingSpaces(text: string): number {
  const [spaces = ''] = LEADING_SPACES.exec(text) ?? []
  let width = 0
  for (const space of spaces) width += space === WIDE_SPACE || space === '\t' ? 2 : 1
  return width
}
