import type { Box } from '../../grid.ts'
import type { Sheet } from '../sheet.ts'
import { nameColumns } from './column-names.ts'
import { findAttributes } from './find-attributes.ts'
import { headsRows, rowUnderCorner, withoutLabelBelow } from './first-group.ts'
import { type HeaderDepth, headerDepth } from './header-depth.ts'
import { headerMarks } from './header-marks.ts'
import { headerPaths } from './header-paths.ts'
import { findLabelColumns } from './label-columns.ts'
import { liesOnSide } from './lies-on-side.ts'
import { repeatsOf } from './repeated-rows.ts'
import { splitCorner } from './split-corner.ts'
import type { ShapeColumn, TableShape } from './table-shape.ts'
import { readTopRows } from './top-rows.ts'

/** Which rows of a region name its columns, and which columns name its rows. */
export function findShape(sheet: Sheet, box: Box): TableShape {
  return liesOnSide(sheet, box) ? shapeOnSide(sheet, box) : uprightShape(sheet, box)
}

function uprightShape(sheet: Sheet, box: Box): TableShape {
  const top = readTopRows(sheet, box)
  const depth = withoutLabelBelow(top, headerDepth(top, headerMarks(sheet, box)))
  const lone = rowUnderCorner(top, depth)
  const end = lone === null ? depth.rows : lone + 1
  const isBelow = depth.rows === 0 && namesStandBelow(sheet, box)
  const headerRows = isBelow ? [box.bottom] : rowsBetween(box.top + depth.first, box.top + end)
  const columns = columnsUnder(sheet, headerRows, box)
  const underCorner = lone === null ? null : box.top + lone
  const firstGroup = lone !== null && headsRows(top, lone) ? underCorner : null
  const body = { ...box, top: box.top + end, bottom: isBelow ? box.bottom - 1 : box.bottom }
  const labelColumns = findLabelColumns(sheet, body, (column) => columns[column - box.left]?.path.at(-1)?.text ?? '')
  return {
    orientation: 'rows',
    headerRows,
    firstGroup,
    repeatedHeaders: findRepeated(sheet, headerRows, box),
    dataTop: body.top,
    dataBottom: body.bottom,
    ...splitCorner(columns, labelColumns[0]),
    labelColumns,
    attributes: findAttributes(sheet, { columns, labelColumns, body, underCorner }),
    confidence: confidenceOf(depth.margin),
    evidence: evidenceOf(depth, columns),
  }
}

/** The shape of a table whose header is known: these rows name its columns, and what stands below them is data. */
export function shapeUnder(sheet: Sheet, box: Box, headerRows: readonly number[]): TableShape {
  const columns = columnsUnder(sheet, headerRows, box)
  const last = headerRows.at(-1)
  const isBelow = headerRows.length === 1 && last === box.bottom && box.bottom > box.top
  const body = isBelow ? { ...box, bottom: box.bottom - 1 } : { ...box, top: last === undefined ? box.top : last + 1 }
  const labelColumns = findLabelColumns(sheet, body, (column) => columns[column - box.left]?.path.at(-1)?.text ?? '')
  return {
    orientation: 'rows',
    headerRows,
    firstGroup: null,
    repeatedHeaders: findRepeated(sheet, headerRows, box),
    dataTop: body.top,
    dataBottom: body.bottom,
    ...splitCorner(columns, labelColumns[0]),
    labelColumns,
    attributes: findAttributes(sheet, { columns, labelColumns, body, underCorner: null }),
    confidence: 1,
    evidence: [headerRows.length === 0 ? 'no_header' : 'given_header'],
  }
}

/** Fewer rows of figures above it may be a table whose last row is a remark. */
const FEWEST_ABOVE = 3

/** The last row holds a word under every column, and nothing but figures stand above most of them: a header at the foot. */
function namesStandBelow(sheet: Sheet, { top, left, bottom, right }: Box): boolean {
  if (bottom - top < FEWEST_ABOVE || right - left < 2) return false
  let overFigures = 0
  for (let column = left; column <= right; column++) {
    if (sheet.cellAt(bottom, column)?.value.kind !== 'text') return false
    const above = Array.from({ length: bottom - top }, (_, n) => sheet.cellAt(top + n, column)?.value.kind)
    if (above.every((kind) => kind === 'number')) overFigures++
  }
  return overFigures * 2 >= right - left + 1
}

/** Tables on their side are rare, and so are their look-alikes. */
const RIGHT_ON_SIDE = 0.9

function shapeOnSide(sheet: Sheet, box: Box): TableShape {
  return {
    orientation: 'columns',
    headerRows: [],
    firstGroup: null,
    repeatedHeaders: [],
    dataTop: box.top,
    dataBottom: box.bottom,
    columns: columnsUnder(sheet, [], box),
    columnAxis: null,
    labelColumns: [box.left],
    attributes: [{ ...box, left: box.left + 1, bottom: box.top }],
    confidence: RIGHT_ON_SIDE,
    evidence: ['names_in_first_column'],
  }
}

function columnsUnder(sheet: Sheet, headerRows: readonly number[], box: Box): ShapeColumn[] {
  const paths = headerPaths(sheet, headerRows, box.left, box.right)
  const names = nameColumns(paths)
  return paths.map((path, n) => ({ column: box.left + n, path, ...(names[n] ?? { name: `列${n + 1}`, unit: null }) }))
}

/** Rows of the data that say one of the header rows again. */
function findRepeated(sheet: Sheet, headerRows: readonly number[], box: Box): number[] {
  const repeated = new Set(headerRows.flatMap((row) => repeatsOf(sheet, row, box)))
  for (const row of headerRows) repeated.delete(row)
  return [...repeated].sort((one, other) => one - other)
}

const rowsBetween = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n)

/** How often a header was right, by its margin over the next best one; counted on tables whose header people have marked. */
const RIGHT_FROM_MARGIN = [
  [3, 0.98],
  [0.5, 0.94],
  [0, 0.5],
] as const

const confidenceOf = (margin: number) => RIGHT_FROM_MARGIN.find(([least]) => margin >= least)?.[1] ?? 0.5

/** Why the header is what it is, in words. */
function evidenceOf({ rows, evidence }: HeaderDepth, columns: readonly ShapeColumn[]): string[] {
  if (rows === 0) return ['no_header', ...evidence]
  const isSpanned = columns.some(({ path: [upper] }, n) => upper !== undefined && columns[n + 1]?.path[0] === upper)
  return [rows === 1 ? 'header_row' : 'header_rows', ...(isSpanned ? ['spanning_header'] : []), ...evidence]
}
