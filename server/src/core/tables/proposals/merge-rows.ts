import type { RowEdit } from '../../../engine/table/commit.ts'
import type { ReadableColumn } from '../../../engine/table/readable-table.ts'
import { type Cells, cellOf, wholeRow } from '../../../engine/table/table.ts'
import { assertState } from '../../../platform/errors.ts'
import { type CellMerge, mergeCell } from '../../merge/merge-cell.ts'
import type { OpenedTable } from '../../reading/open-readable-table.ts'
import {
  columnsGone,
  hiddenColumnsIn,
  plainColumns,
  seenBefore,
  visibleCells,
  type WholeRows,
} from '../../reading/whole-rows.ts'
import type { ProposedRow } from './proposal.ts'

/** Why a row cannot be written as it was proposed. */
export const ROW_CONFLICTS = ['changed', 'row_gone', 'column_gone'] as const
export type RowConflict = (typeof ROW_CONFLICTS)[number]

/** A cell on three sides: when it was proposed, now, and as proposed. */
export type MergedCell = {
  column: ReadableColumn
  base: string | null
  now: string | null
  after: string | null
  isConflict: boolean
}

export type MergedRow = {
  op: ProposedRow['op']
  rowId: number | null
  /** Those of columns that the caller sees as they are. */
  cells: MergedCell[]
  conflict: RowConflict | null
  /** It has cells that the caller does not see. */
  isPartial: boolean
  /** The table has it already. */
  isDone: boolean
}

/** The table as it is now: the rows that are meant, and those of them that have changed since the proposal in any column. */
export type RowsNow = { rows: WholeRows; changed: ReadonlySet<number> }

/** How conflicts end: not at all, as proposed, or as it is. */
export const CONFLICT_CHOICES = ['refuse', 'proposed', 'current'] as const
export type ConflictChoice = (typeof CONFLICT_CHOICES)[number]

/**
 * Lays a proposal beside the table of now. A cell that only the proposal changed is written; one that both did is a conflict.
 * Without a now it stands as it was made.
 */
export function mergeRows(opened: OpenedTable, rows: readonly ProposedRow[], now: RowsNow | null): MergedRow[] {
  return rows.map((row) => {
    const { op, rowId } = row
    if (op === 'I') return merged(opened, row, insertedCells(opened, row))
    assertState(rowId !== null, 'a proposal names the rows it changes')
    if (!now) return asMade(opened, row)
    const whole = now.rows.get(rowId)
    const current = whole ? visibleCells(opened, whole) : null
    return op === 'U' ? update(opened, row, current) : deletion(opened, row, current, now.changed.has(rowId))
  })
}

function asMade(opened: OpenedTable, row: ProposedRow): MergedRow {
  const before = seenBefore(opened, row.before)
  const made = row.op === 'U' ? update(opened, row, before) : deletion(opened, row, before, false)
  return { ...made, isDone: false }
}

function update(opened: OpenedTable, row: ProposedRow, current: Cells | null): MergedRow {
  const [base, after] = [seenBefore(opened, row.before), seenBefore(opened, row.cells)]
  const cells = plainColumns(opened.table).flatMap((column): MergedCell[] => {
    const { id, initial } = column
    if (after[id] === undefined) return []
    const sides = { base: base[id] ?? null, now: current && cellOf(current, id, initial), after: after[id] ?? null }
    const isConflict = current !== null && clashes(mergeCell(sides.base, sides.after, sides.now))
    return [{ column, ...sides, isConflict }]
  })
  if (!current) return { ...merged(opened, row, cells), conflict: 'row_gone' }
  const made = merged(opened, row, cells)
  const isChanged = cells.some(({ isConflict }) => isConflict)
  const isDone = cells.every((cell) => cell.now === cell.after) && !made.isPartial && made.conflict === null
  return { ...made, conflict: made.conflict ?? (isChanged ? 'changed' : null), isDone }
}

/** A proposal says what it wants of a cell, even where that is what was there: another value of now is not taken away unseen. */
const clashes = (outcome: CellMerge) => outcome === 'conflict' || outcome === 'theirs'

function deletion(opened: OpenedTable, row: ProposedRow, current: Cells | null, isChanged: boolean): MergedRow {
  const shown = current ?? seenBefore(opened, row.before)
  const cells = plainColumns(opened.table).flatMap((column): MergedCell[] => {
    const now = cellOf(shown, column.id, column.initial)
    return now === null ? [] : [{ column, base: now, now, after: null, isConflict: false }]
  })
  const { op, rowId } = row
  const conflict = current && isChanged ? 'changed' : null
  return { op, rowId, cells, conflict, isPartial: false, isDone: current === null }
}

function insertedCells(opened: OpenedTable, { cells }: ProposedRow): MergedCell[] {
  const after = seenBefore(opened, cells)
  return plainColumns(opened.table).flatMap((column) => {
    const { id, initial } = column
    const text = cellOf(after, id, initial)
    return text === null && initial === null ? [] : [{ column, base: null, now: null, after: text, isConflict: false }]
  })
}

function merged(opened: OpenedTable, { op, rowId, cells }: ProposedRow, shown: MergedCell[]): MergedRow {
  const isPartial = cells !== null && hiddenColumnsIn(opened, cells).length > 0
  const isGone = cells !== null && columnsGone(opened, [cells]) > 0
  return { op, rowId, cells: shown, conflict: isGone ? 'column_gone' : null, isPartial, isDone: false }
}

/** What is to be written. The caller sees all of it, and has refused conflicts where these are not to be decided. */
export function editsOf(opened: OpenedTable, rows: readonly MergedRow[], now: RowsNow, choice: ConflictChoice) {
  const keepsCurrent = choice === 'current'
  return rows.flatMap(({ op, rowId, cells, conflict, isDone }): RowEdit[] => {
    if (isDone || conflict === 'row_gone') return []
    if (op === 'I') {
      const written = Object.fromEntries(cells.map(({ column, after }) => [column.id, after]))
      return [{ op, rowId: null, cells: wholeRow(opened.schema, written), before: null }]
    }
    assertState(rowId !== null, 'a proposal names the rows it changes')
    if (op === 'D') {
      const before = now.rows.get(rowId)
      return !before || (conflict && keepsCurrent) ? [] : [{ op, rowId, cells: null, before }]
    }
    const changed = cells.filter((cell) => cell.now !== cell.after && !(cell.isConflict && keepsCurrent))
    if (changed.length === 0) return []
    const textsOf = (side: 'now' | 'after') => Object.fromEntries(changed.map((cell) => [cell.column.id, cell[side]]))
    return [{ op, rowId, cells: textsOf('after'), before: textsOf('now') }]
  })
}
