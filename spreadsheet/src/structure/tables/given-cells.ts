import type { Region } from '../../parse-spec/parse-spec.ts'
import { PLAIN_STYLE } from '../../styles.ts'
import { parseBox, spellCell } from '../../xlsx/cell-reference.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { readValue } from '../values/read-value.ts'

/** Cells about which a user has said what they are: nothing at all, or another text than stands there. */

type Given = Pick<Region, 'left_out' | 'read_as'>
type CellPosition = { row: number; column: number }

/** Whether a cell goes into no table because a user has said so. */
export function leftOutOf({ left_out = [] }: Given): (cell: CellPosition) => boolean {
  const boxes = left_out.flatMap((range) => parseBox(range) ?? [])
  return ({ row, column }) =>
    boxes.some(({ top, left, bottom, right }) => row >= top && row <= bottom && column >= left && column <= right)
}

/** A cell as it is to be read; undefined where it is left out. */
export function givenIn(given: Given): (cell: SheetCell) => SheetCell | undefined {
  const isLeftOut = leftOutOf(given)
  const texts = new Map((given.read_as ?? []).map(({ cell, text }) => [cell, text]))
  return (cell) => {
    if (isLeftOut(cell)) return undefined
    const text = texts.size > 0 ? texts.get(spellCell(cell.row, cell.column)) : undefined
    if (text === undefined) return cell
    const held = { kind: 'text', value: text } as const
    return { ...cell, cell: held, text, formula: null, value: readValue(held, PLAIN_STYLE, text, false) }
  }
}

/** The sheet as the tables of a region see it. */
export function withGivenCells(sheet: Sheet, given: Given): Sheet {
  if ((given.left_out ?? []).length + (given.read_as ?? []).length === 0) return sheet
  const asGiven = givenIn(given)
  return {
    ...sheet,
    cells: sheet.cells.flatMap((cell) => asGiven(cell) ?? []),
    cellAt: (row, column) => {
      const cell = sheet.cellAt(row, column)
      return cell && asGiven(cell)
    },
  }
}
