import type { Output, Region } from '../../parse-spec/parse-spec.ts'
import { parseCell } from '../../xlsx/cell-reference.ts'
import type { Sheet } from '../sheet.ts'
import { inlinePair } from '../templates/label-key.ts'
import type { MadeCell, MadeTable } from './made-table.ts'
import { NOTHING } from './relation.ts'
import { spellValue } from './spell-value.ts'

/** A form as a table of one row: each field is a column. */
export function formTable(sheet: Sheet, region: Region, output: Output): MadeTable {
  const columns = region.columns.filter(({ include }) => include)
  return {
    ...output,
    regionId: region.region_id,
    columns: columns.map(({ name, type, format }) => ({ name, type, format })),
    rows: [columns.map((column) => filledIn(sheet, column))],
  }
}

function filledIn(sheet: Sheet, { value_cell, is_inside, type }: Region['columns'][number]): MadeCell {
  const at = value_cell === undefined ? null : parseCell(value_cell)
  const cell = at ? sheet.cellAt(at.row, at.column) : undefined
  if (!at || !cell) return NOTHING
  const text = is_inside ? (inlinePair(cell.text)?.value ?? null) : spellValue(cell, type, 'canonical')
  return { text, from: at }
}
