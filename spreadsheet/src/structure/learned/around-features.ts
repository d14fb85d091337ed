import type { Box } from '../../grid.ts'
import type { Region } from '../../parse-spec/parse-spec.ts'
import { parseBox } from '../../xlsx/cell-reference.ts'
import type { Sheet } from '../sheet.ts'
import type { Features } from './tree-model.ts'

/** So many cells of a side are looked at. */
const LOOKED_AT = 300

/** What stands around a table, and what of the file's own marks crosses or divides it. */
export function aroundFeatures(
  sheet: Sheet,
  { region_id, range, data_range, header_rows }: Region,
  regions: readonly Region[],
): Features {
  const box = parseBox(range)
  const data = parseBox(data_range)
  if (!box || !data) return {}
  const boxes = regions.flatMap((region) => {
    const its = region.region_id === region_id ? null : parseBox(region.range)
    return its ? [{ kind: region.kind, box: its }] : []
  })
  const tables = boxes.filter(({ kind }) => kind === 'data')
  const merges = sheet.grid.merges.filter((merge) => overlaps(merge, box))
  const height = box.bottom - box.top + 1
  const width = box.right - box.left + 1
  return {
    height,
    width,
    share_of_sheet: (height * width) / Math.max(1, sizeOf(sheet.box)),
    tables_on_sheet: tables.length + 1,
    texts_on_sheet: boxes.length - tables.length,
    tables_beside: tables.filter((other) => sharesRows(other.box, box)).length,
    tables_below_each_other: tables.filter((other) => sharesColumns(other.box, box)).length,
    texts_inside: boxes.filter((other) => isInside(other.box, box)).length,
    texts_touching: boxes.filter(({ kind, box: other }) => kind !== 'data' && isNear(other, box)).length,
    forms_on_sheet: boxes.filter(({ kind }) => kind === 'keyvalue').length,
    cells_touching_right: touching(sheet, { ...box, left: box.right + 1, right: box.right + 1 }) / height,
    cells_touching_left: touching(sheet, { ...box, left: box.left - 1, right: box.left - 1 }) / height,
    cells_touching_below: touching(sheet, { ...box, top: box.bottom + 1, bottom: box.bottom + 1 }) / width,
    cells_touching_above: touching(sheet, { ...box, top: box.top - 1, bottom: box.top - 1 }) / width,
    rows_above_header: Math.max(0, Math.min(...header_rows, data.top + 1) - 1 - box.top),
    merges_across: merges.filter((merge) => !isInside(merge, box)).length,
    merges_in_data: merges.filter((merge) => merge.top >= data.top && merge.right > merge.left).length / height,
    merges_down: merges.filter((merge) => merge.top >= data.top && merge.bottom > merge.top).length / height,
    header_merges: merges.filter((merge) => merge.top < data.top).length,
    list_object: Number(sheet.grid.listObjects.some((list) => overlaps(list.box, box))),
    rows_hidden:
      sheet.grid.rows.filter(({ row, isHidden }) => isHidden && row >= box.top && row <= box.bottom).length / height,
    is_untyped: Number(sheet.isUntyped),
  }
}

const sizeOf = ({ top, left, bottom, right }: Box) => (bottom - top + 1) * (right - left + 1)
const sharesRows = (one: Box, other: Box) => one.top <= other.bottom && one.bottom >= other.top
const sharesColumns = (one: Box, other: Box) => one.left <= other.right && one.right >= other.left
const overlaps = (one: Box, other: Box) => sharesRows(one, other) && sharesColumns(one, other)
const isInside = (one: Box, other: Box) =>
  one.top >= other.top && one.bottom <= other.bottom && one.left >= other.left && one.right <= other.right
const isNear = (one: Box, { top, left, bottom, right }: Box) =>
  overlaps(one, { top: top - 1, left: left - 1, bottom: bottom + 1, right: right + 1 })

function touching(sheet: Sheet, { top, left, bottom, right }: Box): number {
  let cells = 0
  for (let row = top; row <= Math.min(bottom, top + LOOKED_AT); row++)
    for (let column = left; column <= Math.min(right, left + LOOKED_AT); column++)
      if (sheet.cellAt(row, column)) cells++
  return cells
}
