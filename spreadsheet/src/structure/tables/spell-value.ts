import { booleanToText, numberToText } from '../../values/canonical-text.ts'
import type { SheetCell } from '../sheet.ts'

/**
 * `canonical`: ISO dates, shares as fractions, plain numbers. `written`: as it stands in a file that has nothing but texts;
 * a workbook's cells are canonical in both.
 */
export type Spelling = 'canonical' | 'written'

const NUMBERS = /^(?:BIGINT|INTEGER|HUGEINT|DOUBLE|DECIMAL)/

/** A cell as a column of this type keeps it; null where it says that there is nothing. */
export function spellValue(cell: SheetCell | undefined, type: string, spelling: Spelling): string | null {
  if (!cell) return null
  if (cell.cell.kind === 'text' && (spelling === 'written' || type === 'VARCHAR')) return cell.text
  // A number that its format shows as a time (`0"日"`) is still a number in a column of numbers.
  if (cell.cell.kind === 'number' && NUMBERS.test(type) && cell.value.kind === 'text')
    return numberToText(cell.cell.value)
  const { value } = cell
  switch (value.kind) {
    case 'number':
      return numberToText(value.number)
    case 'date':
      return NUMBERS.test(type) ? cell.text : value.iso
    case 'boolean':
      return type === 'BOOLEAN' ? String(value.value) : booleanToText(value.value)
    case 'absent':
      return null
    default:
      return cell.text
  }
}

/** A header as a value: a date by its day, everything else as people read it. */
export const spellLabel = ({ cell, value, text }: SheetCell): string =>
  cell.kind !== 'text' && value.kind === 'date' ? value.iso : text
