import type { SheetCell } from '../sheet.ts'

const MARKS: ReadonlySet<string> = new Set([
  '〃',
  '″',
  '”',
  '"',
  "''",
  '々',
  '仝',
  '同上',
  '同 上',
  '同左',
  'ditto',
  'do.',
  'idem',
  'dito',
])

const LONGEST_MARK = Math.max(...[...MARKS].map(({ length }) => length))

/** `同左`: the same as the cell to the left. */
export const repeatsLeft = ({ text }: SheetCell) => text === '同左'

/** `〃`, `同上`: the same as above. */
export const isRepeatMark = ({ cell, text }: SheetCell) =>
  cell.kind === 'text' && text.length <= LONGEST_MARK && MARKS.has(text.toLowerCase())
