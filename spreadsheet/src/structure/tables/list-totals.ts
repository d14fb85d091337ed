import type { Output, Region } from '../../parse-spec/parse-spec.ts'
import { COMPUTED_ROWS } from '../roles/roles.ts'
import type { Sheet } from '../sheet.ts'
import type { MadeTable } from './made-table.ts'
import type { Relation } from './relation.ts'
import { relationOf } from './relation-of.ts'
import { settleTypes } from './settle-types.ts'
import type { Spelling } from './spell-value.ts'

/** Names of totals stand in columns of figures, averages in columns of whole numbers: the columns are typed by these rows alone. */
const asTexts = (relation: Relation): Relation => ({
  ...relation,
  columns: relation.columns.map((column) => ({ ...column, type: 'VARCHAR', format: null })),
})

/** The computed rows of a list as they stand, without the columns they leave empty. */
export function listTotals(sheet: Sheet, region: Region, output: Output, spelling: Spelling): MadeTable {
  const { columns, rows } = settleTypes(sheet, asTexts(relationOf(sheet, region, spelling, COMPUTED_ROWS)), spelling)
  const kept = columns.map((_, column) => rows.some((row) => row[column]?.text != null))
  return {
    ...output,
    regionId: region.region_id,
    columns: columns.filter((_, column) => kept[column]).map(({ name, type, format }) => ({ name, type, format })),
    rows: rows.map((row) => row.filter((_, column) => kept[column])),
  }
}
