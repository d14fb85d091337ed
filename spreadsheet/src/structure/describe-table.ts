import type { Region, RegionColumn } from '../parse-spec/parse-spec.ts'
import { columnLetters, spellBox, spellCell } from '../xlsx/cell-reference.ts'
import { calibrateConfidence } from './calibrate-confidence.ts'
import type { ShapeColumn, TableShape } from './header/table-shape.ts'
import type { FoundRegion } from './regions/found-region.ts'
import type { Roles, RowRole } from './roles/roles.ts'
import type { Sheet } from './sheet.ts'
import { isRepeatMark } from './tables/repeat-marks.ts'
import type { Units } from './units/find-units.ts'

/** A table in the words of the spec, before anything is said about its types and how to reshape it. */
export function describeTable(
  sheet: Sheet,
  { box, confidence, evidence, title = null }: FoundRegion,
  id: string,
  shape: TableShape,
  roles: Roles,
  units: Units,
): Region {
  return {
    region_id: id,
    sheet: sheet.name,
    kind: 'data',
    range: spellBox(box),
    layout: 'list',
    orientation: shape.orientation,
    header_rows: shape.headerRows.map((row) => row + 1),
    header_join: '_',
    fill_merged: hasTallMerge(sheet, shape) ? 'down' : 'header',
    data_range: spellBox({ ...box, top: shape.dataTop, bottom: shape.dataBottom }),
    label_columns: shape.labelColumns.map(columnLetters),
    attributes: shape.attributes.map(spellBox),
    unit: units.region,
    ...(units.rows.length > 0 ? { row_units: units.rows } : {}),
    title,
    confidence: calibrateConfidence(confidence * shape.confidence),
    evidence: [...evidence, ...shape.evidence, ...roles.evidence],
    columns: shape.columns.map((column) => ({
      ...describeColumn(column, roles, units),
      include: !isCovered(sheet, shape, column),
    })),
    row_roles: rolesOfRows(roles.rows),
    ...marksIn(sheet, shape),
    totals: roles.totals,
    period_axis: null,
    reshape: null,
    hierarchy: null,
    outputs: [],
    alternatives: [],
  }
}

function describeColumn(
  { column, path, name, unit }: ShapeColumn,
  roles: Roles,
  units: Units,
): Omit<RegionColumn, 'include'> {
  const its = units.columns.get(column)
  return {
    source_column: columnLetters(column),
    header: path.length > 0 ? path.map(({ text }) => text).join('_') : null,
    header_cells: path.map((cell) => spellCell(cell.row, cell.column)),
    name,
    type: 'VARCHAR',
    format: null,
    unit: its?.text ?? unit,
    ...(its ? { scale: its.scale } : {}),
    role: roles.columns.get(column) ?? 'label',
    nullable: true,
    on_error: 'null',
    confidence: 1,
    evidence: { rows: 0, nulls: 0, nonconforming: 0, leading_zero: 0, max_digits: 0, ambiguous_dates: 0, samples: [] },
  }
}

function marksIn(sheet: Sheet, { dataTop, dataBottom, columns }: TableShape): Pick<Region, 'repeat_marks'> {
  const marks: string[] = []
  for (let row = dataTop; row <= dataBottom; row++)
    for (const { column } of columns) {
      const cell = sheet.cellAt(row, column)
      if (cell && isRepeatMark(cell)) marks.push(spellCell(row, column))
    }
  return marks.length > 0 ? { repeat_marks: marks } : {}
}

/** Merged with the column before it in every row: it holds nothing of its own. */
function isCovered(sheet: Sheet, { headerRows, dataTop, dataBottom }: TableShape, { column }: ShapeColumn): boolean {
  let covered = 0
  for (let row = Math.min(dataTop, ...headerRows); row <= dataBottom; row++) {
    if (sheet.cellAt(row, column)) return false
    const merge = sheet.mergeAt(row, column)
    if (merge && merge.left < column && merge.top === merge.bottom) covered++
  }
  return covered * 2 > dataBottom - dataTop + 1
}

/** A cell that was merged over several rows of data says the same of all of them. */
function hasTallMerge({ grid }: Sheet, { dataTop, dataBottom, columns }: TableShape): boolean {
  const left = columns[0]?.column ?? 0
  const right = columns.at(-1)?.column ?? 0
  return grid.merges.some(
    (merge) =>
      merge.bottom > merge.top &&
      merge.top >= dataTop &&
      merge.bottom <= dataBottom &&
      merge.left >= left &&
      merge.right <= right,
  )
}

function rolesOfRows(rows: ReadonlyMap<number, RowRole>): Region['row_roles'] {
  const byRole = Map.groupBy(rows, ([, role]) => role)
  return [...byRole].map(([role, found]) => ({ rows: found.map(([row]) => row + 1), role }))
}
