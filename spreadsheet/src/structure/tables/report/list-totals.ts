import type { Output, Region } from '../../../parse-spec/parse-spec.ts'
import { COMPUTED_ROWS, type RowRole } from '../../roles/roles.ts'
import type { Sheet } from '../../sheet.ts'
import type { MadeCell, MadeTable } from '../made-table.ts'
import { NOTHING, type Relation, type RelationRow } from '../relation.ts'
import { relationOf } from '../relation-of.ts'
import { stepsOf } from '../reshape/apply-reshape.ts'
import { distinctNames } from '../reshape/distinct-names.ts'
import { subtitle } from '../reshape/subtitle.ts'
import { rolesByRow } from '../roles-by-row.ts'
import { settleTypes } from '../settle-types.ts'
import type { Spelling } from '../spell-value.ts'
import { operandRows } from './operand-rows.ts'

/** Names of totals stand in columns of figures, averages in columns of whole numbers: the columns are typed by these rows alone. */
const asTexts = (relation: Relation): Relation => ({
  ...relation,
  columns: relation.columns.map((column) => ({ ...column, type: 'VARCHAR', format: null })),
})

/** The computed rows of a list as they stand, without the columns they leave empty. */
export function listTotals(sheet: Sheet, region: Region, output: Output, spelling: Spelling): MadeTable {
  const { columns, rows } = settleTypes(sheet, asTexts(computedRows(sheet, region, spelling)), spelling)
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

/** Where headings become columns, the sum of the rows below one is called by it too; what sums up several groups is not. */
function computedRows(sheet: Sheet, region: Region, spelling: Spelling): Relation {
  const [first] = stepsOf(region)
  if (first?.kind !== 'subtitle') return relationOf(sheet, region, spelling, COMPUTED_ROWS)
  const groups = new Set([...rolesByRow(region)].flatMap(([row, role]) => (role === 'group' ? [row] : [])))
  const summed = new Set(region.totals.flatMap((total) => rowOfOneGroup(total, groups)))
  const headed = subtitle(sheet, region, relationOf(sheet, region, spelling, COMPUTED_OR_GROUP), first.name_to)
  const isOwn = ({ from }: MadeCell) => from === null || !groups.has(from.row)
  const rowOf = (row: RelationRow) => row.find((cell) => cell.from !== null && isOwn(cell))?.from?.row ?? -1
  return {
    ...headed,
    rows: headed.rows.map((row) => (summed.has(rowOf(row)) ? row : row.map((cell) => (isOwn(cell) ? cell : NOTHING)))),
  }
}

const COMPUTED_OR_GROUP: ReadonlySet<RowRole> = new Set<RowRole>(['group', ...COMPUTED_ROWS])

/** The row of a sum below its parts, all of which are of one group, counting from 0. */
function rowOfOneGroup(total: Region['totals'][number], groups: ReadonlySet<number>): number[] {
  const row = (total.row ?? 0) - 1
  const operands = operandRows(total)
  if (row < 0 || operands.length === 0 || Math.max(...operands) > row) return []
  const least = Math.min(...operands)
  return [...groups].some((one) => one > least && one < row) ? [] : [row]
}
