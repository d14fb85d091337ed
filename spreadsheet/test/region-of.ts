import type { Region, RegionColumn } from '../src/parse-spec/parse-spec.ts'
import { outputsOf } from '../src/structure/names/outputs-of.ts'
import type { Sheet } from '../src/structure/sheet.ts'
import { columnLetters, spellBox, spellCell } from '../src/xlsx/cell-reference.ts'

/** A region over a whole sheet for tests: its first row names the columns, its first column the rows. */
export function regionOf(sheet: Sheet, overrides: Partial<Region> = {}): Region {
  const { box } = sheet
  const region: Region = {
    region_id: 'r1',
    sheet: sheet.name,
    kind: 'data',
    range: spellBox(box),
    layout: 'list',
    orientation: 'rows',
    header_rows: [1],
    header_join: '_',
    fill_merged: 'header',
    data_range: spellBox({ ...box, top: 1 }),
    label_columns: ['A'],
    unit: null,
    title: null,
    confidence: 1,
    evidence: [],
    columns: Array.from({ length: box.right + 1 }, (_, column) => columnOf(sheet, column)),
    row_roles: [],
    totals: [],
    period_axis: null,
    reshape: null,
    hierarchy: null,
    outputs: [],
    alternatives: [],
    ...overrides,
  }
  return { ...region, outputs: outputsOf(region, 'T', 'ja') }
}

function columnOf(sheet: Sheet, column: number): RegionColumn {
  const { top } = sheet.box
  const cell = sheet.cellAt(top, column)
  return {
    source_column: columnLetters(column),
    header: cell?.text ?? null,
    header_cells: cell ? [spellCell(top, column)] : [],
    name: cell?.text ?? `列${column + 1}`,
    type: 'VARCHAR',
    format: null,
    unit: null,
    role: 'label',
    include: true,
    nullable: true,
    on_error: 'null',
    confidence: 1,
    evidence: { rows: 0, nulls: 0, nonconforming: 0, leading_zero: 0, max_digits: 0, ambiguous_dates: 0, samples: [] },
  }
}
