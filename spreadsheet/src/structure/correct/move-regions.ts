import type { Box } from '../../grid.ts'
import type { Correction, Region } from '../../parse-spec/parse-spec.ts'
import { columnIndex, columnLetters, parseBox, spellBox } from '../../xlsx/cell-reference.ts'
import type { Sheet } from '../sheet.ts'
import { lettersOf } from './decided.ts'
import { allowedRows, type Operation, OperationRefused } from './operation.ts'
import { boxOf, type Overridden } from './read-again.ts'

/** Where regions lie: boxes that are moved, joined and split, and what of their corrections still lies within. */

/** A box as it was asked for, as far as something stands on the sheet. */
export function boxWithin(sheet: Sheet, range: string): Box {
  const asked = parseBox(range)
  const allowed = [spellBox(sheet.box)]
  if (!asked) throw new OperationRefused('range', 'range', `${range} is no range of cells`, allowed)
  const box = {
    top: Math.max(asked.top, sheet.box.top),
    left: Math.max(asked.left, sheet.box.left),
    bottom: Math.min(asked.bottom, sheet.box.bottom),
    right: Math.min(asked.right, sheet.box.right),
  }
  if (box.top > box.bottom || box.left > box.right || !sheet.cells.some((cell) => isInside(box, cell)))
    throw new OperationRefused('range', 'range', `nothing stands in ${range} of ${sheet.name}`, allowed)
  return box
}

export const isInside = ({ top, left, bottom, right }: Box, cell: { row: number; column: number }) =>
  cell.row >= top && cell.row <= bottom && cell.column >= left && cell.column <= right

export const isWithin = (inner: Box, outer: Box) =>
  isInside(outer, { row: inner.top, column: inner.left }) && isInside(outer, { row: inner.bottom, column: inner.right })

const overlap = (one: Box, other: Box) =>
  one.left <= other.right && other.left <= one.right && one.top <= other.bottom && other.top <= one.bottom

/** Two tables never share a cell: a table that grows over another one would take its columns from it. */
export function refuseIfOverlapping(box: Box, sheet: string, regions: readonly Region[], member: string) {
  const others = regions.filter((other) => other.sheet === sheet && other.kind === 'data' && overlap(box, boxOf(other)))
  const [first] = others
  if (first)
    throw new OperationRefused(
      member,
      'overlap',
      `${spellBox(box)} overlaps ${others.map(({ region_id, range }) => `${region_id} (${range})`).join(', ')}; ` +
        'merge_regions joins them',
      others.map(({ region_id }) => region_id),
    )
}

export function boxAroundAll(regions: readonly Region[]): Box {
  const boxes = regions.map(boxOf)
  return {
    top: Math.min(...boxes.map(({ top }) => top)),
    left: Math.min(...boxes.map(({ left }) => left)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
    right: Math.max(...boxes.map(({ right }) => right)),
  }
}

/** The two parts of a box, each as far as something stands in it. */
export function splitBox(sheet: Sheet, region: Region, operation: Operation & { op: 'split_region' }): [Box, Box] {
  const box = boxOf(region)
  const [first, second] =
    'at_row' in operation ? splitRows(box, operation.at_row) : splitColumns(box, operation.at_column)
  return [trimmed(sheet, first, region), trimmed(sheet, second, region)]
}

function splitRows(box: Box, atRow: number): [Box, Box] {
  const row = atRow - 1
  if (box.top === box.bottom) throw new OperationRefused('at_row', 'range', 'is impossible: the box has one row', [])
  if (row <= box.top || row > box.bottom)
    throw new OperationRefused(
      'at_row',
      'range',
      `must be a row of the box after its first one: ${box.top + 2} to ${box.bottom + 1}`,
      allowedRows(box.top + 2, box.bottom + 1),
    )
  return [{ ...box, bottom: row - 1 }, { ...box, top: row }] // biome-ignore format: one line
}

function splitColumns(box: Box, letters: string): [Box, Box] {
  const column = columnIndex(letters)
  if (box.left === box.right)
    throw new OperationRefused('at_column', 'range', 'is impossible: the box has one column', [])
  if (column <= box.left || column > box.right)
    throw new OperationRefused(
      'at_column',
      'range',
      `must be a column of the box after its first one: ${columnLetters(box.left + 1)} to ${columnLetters(box.right)}`,
      lettersOf({ ...box, left: box.left + 1 }),
    )
  return [{ ...box, right: column - 1 }, { ...box, left: column }] // biome-ignore format: one line
}

function trimmed(sheet: Sheet, box: Box, { region_id }: Region): Box {
  const cells = sheet.cells.filter((cell) => isInside(box, cell))
  if (cells.length === 0)
    throw new OperationRefused('region', 'empty_part', `${region_id} would have a part in which nothing stands`)
  const rows = cells.map(({ row }) => row)
  const columns = cells.map(({ column }) => column)
  const least = (values: readonly number[]) => values.reduce((one, other) => Math.min(one, other))
  const most = (values: readonly number[]) => values.reduce((one, other) => Math.max(one, other))
  return { top: least(rows), left: least(columns), bottom: most(rows), right: most(columns) }
}

export type Kept = { kept: Correction[]; overridden: Overridden[] }

/** The corrections that speak of rows and columns within a box; the others are overridden. */
export function correctionsWithin({ region_id, corrections = [] }: Region, box: Box, why: string): Kept {
  const hasRow = (row: number) => row - 1 >= box.top && row - 1 <= box.bottom
  const hasColumn = (letters: string) => !isLetters(letters) || lettersOf(box).includes(letters)
  const kept: Correction[] = []
  const overridden: Overridden[] = []
  const lose = (correction: Correction) => overridden.push({ region_id, correction, why })
  for (const one of corrections) {
    if (one.op === 'set_header_rows' && !one.rows.every(hasRow)) lose(one)
    else if (one.op === 'set_role' && 'rows' in one) part(one.rows, hasRow, (rows) => ({ ...one, rows }), kept, lose)
    else if (one.op === 'set_role') part(one.columns, hasColumn, (columns) => ({ ...one, columns }), kept, lose)
    else if ('column' in one && !hasColumn(one.column)) lose(one)
    else kept.push(one)
  }
  return { kept, overridden }
}

function part<T>(
  items: readonly T[],
  isKept: (item: T) => boolean,
  make: (items: T[]) => Correction,
  kept: Correction[],
  lose: (correction: Correction) => void,
) {
  const [inside, outside] = [items.filter(isKept), items.filter((item) => !isKept(item))]
  if (inside.length > 0) kept.push(make(inside))
  if (outside.length > 0) lose(make(outside))
}

const isLetters = (column: string) => /^[A-Z]{1,3}$/.test(column)
