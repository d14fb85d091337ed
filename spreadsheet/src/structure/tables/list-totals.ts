import type { Output, Region } from '../../parse-spec/parse-spec.ts'
import { parseBox } from '../../xlsx/cell-reference.ts'
import { cellsInRow } from '../cells-in-row.ts'
import { COMPUTED_ROWS } from '../roles/roles.ts'
import type { Sheet } from '../sheet.ts'
import type { MadeCell, MadeTable } from './made-table.ts'
import { operandRows } from './operand-rows.ts'
import { NOTHING, plainColumn, type Relation, type RelationRow } from './relation.ts'
import { relationOf } from './relation-of.ts'
import { stepsOf } from './reshape/apply-reshape.ts'
import { distinctNames } from './reshape/distinct-names.ts'
import { rolesByRow } from './roles-by-row.ts'
import { settleTypes } from './settle-types.ts'
import type { Spelling } from './spell-value.ts'

/** Names of totals stand in columns of figures, averages in columns of whole numbers: the columns are typed by these rows alone. */
const asTexts = (relation: Relation): Relation => ({
  ...relation,
  columns: relation.columns.map((column) => ({ ...column, type: 'VARCHAR', format: null })),
})

/** The computed rows of a list as they stand, without the columns they leave empty. */
export function listTotals(sheet: Sheet, region: Region, output: Output, spelling: Spelling): MadeTable {
  const computed = withGroups(sheet, region, relationOf(sheet, region, spelling, COMPUTED_ROWS))
  const { columns, rows } = settleTypes(sheet, asTexts(computed), spelling)
  const kept = columns.map((_, column) => rows.some((row) => row[column]?.text != null))
  const held = columns.filter((_, column) => kept[column])
  const names = distinctNames(held.map(({ name }) => name))
  return {
    ...output,
    regionId: region.region_id,
    columns: held.map(({ name, type, format }, n) => ({ name: names[n] ?? name, type, format })),
    rows: rows.map((row) => row.filter((_, column) => kept[column])),
  }
}

/** Where headings become a column, the sum of the rows below one is called by it too; what sums up several groups is not. */
function withGroups(sheet: Sheet, region: Region, relation: Relation): Relation {
  const [first] = stepsOf(region)
  if (first?.kind !== 'subtitle') return relation
  const groups = [...rolesByRow(region)].flatMap(([row, role]) => (role === 'group' ? [row] : []))
  const groupOf = new Map(region.totals.flatMap((total) => groupOfSum(total, groups)))
  const headingOf = (row: RelationRow): MadeCell => {
    const group = groupOf.get(row.find(({ from }) => from !== null)?.from?.row ?? -1)
    const box = parseBox(region.range)
    const cell = group !== undefined && box ? cellsInRow(sheet, group, box).at(-1) : undefined
    return cell ? { text: cell.text, from: cell } : NOTHING
  }
  return {
    ...relation,
    columns: [plainColumn(first.name_to), ...relation.columns],
    rows: relation.rows.map((row) => [headingOf(row), ...row]),
  }
}

/** The group that all rows of a sum below them are of, rows counting from 0. */
function groupOfSum(total: Region['totals'][number], groups: readonly number[]): [number, number][] {
  const row = (total.row ?? 0) - 1
  const operands = operandRows(total)
  if (row < 0 || operands.length === 0) return []
  const [least, most] = [Math.min(...operands), Math.max(...operands)]
  const group = groups.filter((one) => one < least).reduce((last, one) => Math.max(last, one), -1)
  const isOfOne = group >= 0 && most < row && !groups.some((one) => one > group && one < row)
  return isOfOne ? [[row, group]] : []
}
