import type { GridColumn } from '../rows/read-page.ts'
import type { CellRange, TypedCell } from './cell-range.ts'

/** Texts from the clipboard, and what was chosen when they came. */
export type Pasted = { texts: readonly (readonly string[])[]; range: CellRange }

/** One text fills what is chosen. */
export const isOneText = ({ texts }: Pasted) => texts.length === 1 && texts[0]?.length === 1

/** How many columns it takes. */
export const pastedWidth = (pasted: Pasted): number =>
  isOneText(pasted)
    ? pasted.range.right - pasted.range.left + 1
    : pasted.texts.reduce((widest, line) => Math.max(widest, line.length), 0)

/** One text fills the selection; several are laid out from its corner, as far as there are columns. */
export function pastedCells(pasted: Pasted, columns: readonly GridColumn[]): TypedCell[] {
  const { texts, range } = pasted
  const { top, left, bottom, right } = range
  const isOne = isOneText(pasted)
  const height = isOne ? bottom - top + 1 : texts.length
  const cells: TypedCell[] = []
  for (let line = 0; line < height; line++) {
    const laid = texts[isOne ? 0 : line] ?? []
    const width = isOne ? right - left + 1 : laid.length
    for (let n = 0; n < width && left + n < columns.length; n++) {
      if (!columns[left + n]?.masked) cells.push({ row: top + line, column: left + n, text: laid[isOne ? 0 : n] ?? '' })
    }
  }
  return cells
}
