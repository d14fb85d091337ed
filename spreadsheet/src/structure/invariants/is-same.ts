import { booleanToText } from '../../values/canonical-text.ts'
import type { SheetCell } from '../sheet.ts'

/** Whether a text of a table says what the cell does; a step may take a text apart. */
export function isSame({ value, text: written }: SheetCell, text: string | null): boolean {
  if (text === null) return value.kind === 'absent'
  if (text === written) return true
  switch (value.kind) {
    case 'number':
      return Number(text) === value.number
    case 'date':
      return value.iso.startsWith(text) || text.startsWith(value.iso)
    case 'boolean':
      return text === String(value.value) || text === booleanToText(value.value)
    default:
      return written.includes(text)
  }
}

/** Whether texts are what a cell falls into at its separators, all of them and in their order: `4,8` may be two numbers. */
export function arePieces({ text: written }: SheetCell, texts: readonly (string | null)[]): boolean {
  return texts.length > 1 && texts.map((text) => lettersOf(text ?? '')).join('') === lettersOf(written)
}

const lettersOf = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '')
