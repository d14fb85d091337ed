import { spellCell } from '../../xlsx/cell-reference.ts'
import type { Sheet, SheetCell } from '../sheet.ts'

const LONGEST_TEXT = 40

/** A sheet in as few lines as its structure needs: no figure leaves it, and rows like the one before are only counted. */
export function compressSheet(sheet: Sheet): string[] {
  const lines: string[] = []
  let like = ''
  let alike = 0
  const close = () => {
    if (alike > 0) lines.push(`… ${alike} more rows like it`)
    alike = 0
  }
  for (const cells of Map.groupBy(sheet.cells, ({ row }) => row).values()) {
    const shape = cells.map((cell) => `${cell.column}${cell.value.kind}${cell.indent}${cell.style.isBold}`).join(' ')
    if (shape === like) alike++
    else {
      close()
      lines.push(cells.map((cell) => `${spellCell(cell.row, cell.column)}=${sketch(cell)}`).join(' | '))
    }
    like = shape
  }
  close()
  return lines
}

/** Shows names as they are and values only by their kind: a value may be a person's salary. */
function sketch({ value, text }: SheetCell): string {
  return value.kind === 'text' ? text.slice(0, LONGEST_TEXT) : `<${value.kind}>`
}
