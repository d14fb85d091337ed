import type { Box } from '../../grid.ts'
import type { Sheet, SheetCell } from '../sheet.ts'

/** The cells of each box, and those in none. A cell of several boxes is of the smallest: a note may stand inside a table. */
export function cellsByBox(sheet: Sheet, boxes: readonly Box[]): { inside: SheetCell[][]; strays: SheetCell[] } {
  const inside: SheetCell[][] = boxes.map(() => [])
  const strays: SheetCell[] = []
  const entries = boxes.map((box, n) => ({ box, into: inside[n] ?? [], size: sizeOf(box) }))
  const byTop = entries.toSorted((one, other) => one.box.top - other.box.top)
  let open: typeof byTop = []
  let next = 0
  let row = -1
  for (const cell of sheet.cells) {
    if (cell.row !== row) {
      row = cell.row
      for (let entry = byTop[next]; entry && entry.box.top <= row; entry = byTop[++next]) open.push(entry)
      open = open.filter(({ box }) => box.bottom >= row).sort((one, other) => one.size - other.size)
    }
    const home = open.find(({ box }) => cell.column >= box.left && cell.column <= box.right)
    ;(home?.into ?? strays).push(cell)
  }
  return { inside, strays }
}

const sizeOf = ({ top, left, bottom, right }: Box) => (bottom - top + 1) * (right - left + 1)
