import type { Region } from '../parse-spec/parse-spec.ts'
import { spellBox } from '../xlsx/cell-reference.ts'
import type { FoundRegion } from './regions/found-region.ts'
import type { Sheet } from './sheet.ts'

/** What stands around the tables of a sheet, in the words of the spec. */
export function describeText(sheet: Sheet, { kind, box, confidence, evidence }: FoundRegion, id: string): Region {
  const range = spellBox(box)
  return {
    region_id: id,
    sheet: sheet.name,
    kind,
    range,
    layout: 'list',
    orientation: 'rows',
    header_rows: [],
    header_join: '_',
    fill_merged: 'none',
    data_range: range,
    label_columns: [],
    unit: null,
    title: null,
    confidence,
    evidence,
    columns: [],
    row_roles: [],
    totals: [],
    period_axis: null,
    reshape: null,
    hierarchy: null,
    outputs: [],
    alternatives: [],
  }
}
