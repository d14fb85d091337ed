import type { OpenedFile } from '../opened-file.ts'
import { MOST_COLUMNS, spellCell } from '../xlsx/cell-reference.ts'
import { type CellPosition, compareSheets, type Difference } from './compare-sheets.ts'
import { type MatchedSheet, matchSheets } from './match-sheets.ts'
import { isShifted, type Run } from './runs.ts'
import { readSheetCells, type SheetCells } from './sheet-cells.ts'
import { reportShownCells, type ShownValue } from './shown-cells.ts'

/** What differs between two files, sheet by sheet: rows and columns that came and went are known as such. */
export type SheetDiff = {
  /** Its name in the new file; of a sheet that is gone in the old one. */
  sheet: string
  renamedFrom: string | null
  status: 'changed' | 'added' | 'removed' | 'same'
  /** Rows and columns of the old sheet that are still there, counting from 0; what is in no run came or went. */
  rows: readonly Run[]
  columns: readonly Run[]
  changes: readonly CellChange[]
  /** How many there are, reported or not. */
  total: number
  isTruncated: boolean
}

/** A cell whose value differs. `cell` is its place now, or what it was if that is gone. */
export type CellChange = {
  cell: string
  /** Null: its row or column was not there yet. */
  oldCell: string | null
  /** Null: its row or column is gone. */
  newCell: string | null
  old: ShownValue | null
  next: ShownValue | null
}

/** How much is reported: changes of a sheet and of all, runs of rows, and characters of all values together. */
export type DiffLimits = { perSheet: number; inAll: number; runs: number; characters: number }

export async function diffFiles(old: OpenedFile, next: OpenedFile, limits: DiffLimits): Promise<SheetDiff[]> {
  const left = { changes: limits.inAll, characters: limits.characters }
  const sheets: SheetDiff[] = []
  for (const matched of await matchSheets(old, next)) {
    const most = Math.min(limits.perSheet, left.changes)
    const sheet = await diffSheet(old, next, matched, { ...limits, perSheet: most, characters: left.characters })
    left.changes -= sheet.changes.length
    left.characters -= sheet.changes.reduce((sum, change) => sum + lengthOf(change.old) + lengthOf(change.next), 0)
    sheets.push(sheet)
  }
  return sheets
}

async function diffSheet(
  old: OpenedFile,
  next: OpenedFile,
  matched: MatchedSheet,
  { perSheet, runs, characters }: DiffLimits,
): Promise<SheetDiff> {
  const oldCells = await cellsOf(old, matched.old)
  const newCells = await cellsOf(next, matched.next)
  const { rows, columns, differences, total } = compareSheets(oldCells, newCells, perSheet)
  const changes = await withValues(old, next, matched, differences, characters)
  const oldName = nameOf(old, matched.old)
  const newName = nameOf(next, matched.next)
  return {
    sheet: newName ?? oldName ?? '',
    renamedFrom: newName !== null && oldName !== newName ? oldName : null,
    status: statusOf(matched, total > 0 || isShifted(rows) || isShifted(columns)),
    rows: rows.slice(0, runs),
    columns,
    changes,
    total,
    isTruncated: changes.length < total || rows.length > runs || oldCells.isTruncated || newCells.isTruncated,
  }
}

const NOTHING: SheetCells = {
  rows: new Int32Array(0),
  starts: new Int32Array(1),
  columns: new Uint16Array(0),
  hashes: new Float64Array(0),
  isTruncated: false,
}

const cellsOf = async (file: OpenedFile, sheet: number | null) =>
  sheet === null ? NOTHING : readSheetCells(file, sheet)

const nameOf = ({ sheets }: OpenedFile, sheet: number | null) => (sheet === null ? null : (sheets[sheet]?.name ?? null))

function statusOf({ old, next }: MatchedSheet, isChanged: boolean): SheetDiff['status'] {
  if (old === null) return 'added'
  if (next === null) return 'removed'
  return isChanged ? 'changed' : 'same'
}

/** Reads the values of the cells that differ; where there is more text than may be reported, the last ones are left out. */
async function withValues(
  old: OpenedFile,
  next: OpenedFile,
  matched: MatchedSheet,
  differences: readonly Difference[],
  characters: number,
): Promise<CellChange[]> {
  const oldPlaces = differences.map((difference) => difference.old)
  const newPlaces = differences.map((difference) => difference.next)
  const before = await valuesAt(old, matched.old, oldPlaces, characters / 2)
  const after = await valuesAt(next, matched.next, newPlaces, characters / 2)
  const changes: CellChange[] = []
  for (const { old: from, next: to } of differences) {
    const oldValue = valueIn(before, from)
    const newValue = valueIn(after, to)
    if (oldValue === undefined || newValue === undefined) break
    const oldCell = from && spellCell(from.row, from.column)
    const newCell = to && spellCell(to.row, to.column)
    changes.push({ cell: newCell ?? oldCell ?? '', oldCell, newCell, old: oldValue, next: newValue })
  }
  return changes
}

const keyOf = ({ row, column }: CellPosition) => row * MOST_COLUMNS + column

const valueIn = ({ values, isCutOff }: ReadValues, place: CellPosition | null) =>
  place === null ? null : (values.get(keyOf(place)) ?? (isCutOff ? undefined : null))

/** Values by place. `isCutOff`: what is missing may be there. */
type ReadValues = { values: ReadonlyMap<number, ShownValue>; isCutOff: boolean }

async function valuesAt(
  file: OpenedFile,
  sheet: number | null,
  places: readonly (CellPosition | null)[],
  characters: number,
): Promise<ReadValues> {
  const values = new Map<number, ShownValue>()
  const wanted = new Set(places.flatMap((place) => (place ? [keyOf(place)] : [])))
  if (sheet === null || wanted.size === 0) return { values, isCutOff: false }
  let left = characters
  const lastRow = places.reduce((last, place) => Math.max(last, place?.row ?? 0), 0)
  const report = (row: number, column: number, value: ShownValue) => {
    const key = keyOf({ row, column })
    if (!wanted.has(key) || left < 0) return
    left -= lengthOf(value)
    if (left >= 0) values.set(key, value)
  }
  await reportShownCells(file, sheet, report, (row) => row >= lastRow || left < 0)
  return { values, isCutOff: left < 0 }
}

const lengthOf = (value: ShownValue | null) => (typeof value === 'string' ? value.length : 0)
