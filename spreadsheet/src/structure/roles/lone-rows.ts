import type { SheetCell } from '../sheet.ts'
import type { RowRole } from './roles.ts'
import type { TableBody } from './table-lines.ts'

const RULE = /^[-=_*─━―]{3,}$/
/** Says so by a sign: `Notebooks` and `Sources of income` are names of groups. */
const REMARK =
  /^(?:[※†‡]|\*+\s|[(（[]?注\s?\d*[)）\]:：]|(?:foot)?notes?\s?\d*[:：]|sources?[:：]|remarks?[:：]|出[典所][:：]|備考[:：])/iu
const UNIT = /^[（(]?\s*(?:単位|unit)/iu

/** A name in the first column and nothing else heads the rows below it, unless rows of one cell come by chance. */
export function roleOfLoneRow(cells: readonly SheetCell[], body: TableBody): RowRole | null {
  const { box, labelColumns } = body
  if (cells.every(({ text }) => RULE.test(text))) return 'separator'
  const [first] = cells
  if (!first || cells.length > 1) return null
  if (UNIT.test(first.text)) return 'unit'
  if (first.value.kind === 'text' && REMARK.test(first.text)) return 'note'
  const isName = first.column === box.left || labelColumns.has(first.column)
  if (!isName || first.value.kind !== 'text' || box.right === box.left) return null
  const { isBold, fill } = first.style
  return isBold || fill !== null || !body.isLoneByChance() ? 'group' : null
}
