import type { SheetCell } from '../sheet.ts'
import type { RowRole } from './roles.ts'
import type { TableBody } from './table-lines.ts'

const RULE = /^[-=_*─━―]{3,}$/
const UNIT = /^[（(]?\s*(?:単位|unit)/iu

/** A name in the first column and nothing else heads the rows below it, unless rows of one cell come by chance. */
export function roleOfLoneRow(cells: readonly SheetCell[], body: TableBody): RowRole | null {
  const { box, labelColumns, isLoneByChance } = body
  if (cells.every(({ text }) => RULE.test(text))) return 'separator'
  const [first] = cells
  if (!first || cells.length > 1) return null
  if (UNIT.test(first.text)) return 'unit'
  const isName = first.column === box.left || labelColumns.has(first.column)
  const { isBold, fill } = first.style
  return isName && (!isLoneByChance || isBold || fill !== null) && first.value.kind === 'text' && box.right > box.left
    ? 'group'
    : null
}
