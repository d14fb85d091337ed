import type { SheetCell } from '../sheet.ts'
import { LONGEST_LABEL } from './label-key.ts'
import type { FieldType } from './layout.ts'

/** What kind of value a cell holds. */
export function valueType({ value }: SheetCell): FieldType {
  switch (value.kind) {
    case 'number':
      return 'number'
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(value.iso) ? 'date' : /^\d{4}-/.test(value.iso) ? 'timestamp' : 'text'
    case 'boolean':
      return 'boolean'
    case 'absent':
      return 'any'
    default:
      return 'text'
  }
}

/** Whether a field of this type can hold what stands in the cell. Every value has a text; an error of a formula is no value. */
export function fitsType(cell: SheetCell, type: FieldType): boolean {
  const { kind } = cell.value
  if (kind === 'error') return false
  if (kind === 'absent' || type === 'any' || type === 'text') return true
  const its = valueType(cell)
  return its === type || (type === 'timestamp' && its === 'date')
}

const SENTENCE = /[。!?]$|\p{L}{6,}\.$/u

/** A short text that could name what stands beside it. */
export const isLabelLike = ({ cell, value, text }: SheetCell) =>
  cell.kind === 'text' && value.kind === 'text' && text.length <= LONGEST_LABEL && !SENTENCE.test(text)
