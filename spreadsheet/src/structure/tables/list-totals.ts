import type { Output, Region } from '../../parse-spec/parse-spec.ts'
import type { RowRole } from '../roles/roles.ts'
import type { Sheet } from '../sheet.ts'
import type { MadeTable } from './made-table.ts'
import { relationOf } from './relation-of.ts'
import type { Spelling } from './spell-value.ts'

const COMPUTED: ReadonlySet<RowRole> = new Set(['subtotal', 'total', 'difference', 'ratio'])

/** The computed rows of a list as they stand, without the columns they leave empty. */
export function listTotals(sheet: Sheet, region: Region, output: Output, spelling: Spelling): MadeTable {
  const { columns, rows } = relationOf(sheet, region, spelling, COMPUTED)
  const kept = columns.map((_, column) => rows.some((row) => row[column]?.text != null))
  return {
    ...output,
    regionId: region.region_id,
    columns: columns.filter((_, column) => kept[column]).map(({ name, type, format }) => ({ name, type, format })),
    rows: rows.map((row) => row.filter((_, column) => kept[column])),
  }
}
