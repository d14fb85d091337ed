import type { RowEdit } from '../../tabular/commit.ts'
import type { Cells, Column, Delta } from '../../tabular/table.ts'
import { cellOf, wholeRow } from './plan-upsert.ts'

/** A cell, or with no column a whole row, that is no longer what the op left behind. */
export type Changed = { rowId: number; column: Column | null; written: string | null; current: string | null }

export type UndoPlan = {
  edits: RowEdit[]
  changed: Changed[]
  /** Ids of columns the op wrote that are there no more. */
  lost: Set<number>
}

/**
 * The edits that take back what one version did, each compared with how things stand now. Forced they overwrite what
 * came after; a row that is gone stays gone.
 */
export function planUndo(
  columns: readonly Column[],
  deltas: readonly Delta[],
  current: ReadonlyMap<number, Cells>,
): UndoPlan {
  const plan: UndoPlan = { edits: [], changed: [], lost: lostColumns(columns, deltas) }
  for (const delta of deltas) {
    const now = current.get(delta.rowId)
    if (delta.op === 'I') takeBackInsert(plan, columns, delta, now)
    else if (delta.op === 'U') takeBackUpdate(plan, columns, delta, now)
    else takeBackDelete(plan, columns, delta, now)
  }
  return plan
}

function lostColumns(columns: readonly Column[], deltas: readonly Delta[]): Set<number> {
  const known = new Set(columns.map(({ id }) => id))
  const touched = deltas.flatMap(({ cells, before }) => Object.keys({ ...cells, ...before }).map(Number))
  return new Set(touched.filter((id) => !known.has(id)))
}

const goneRow = (rowId: number): Changed => ({ rowId, column: null, written: null, current: null })

function takeBackInsert(
  { edits, changed }: UndoPlan,
  columns: readonly Column[],
  delta: Delta,
  now: Cells | undefined,
) {
  const { rowId, cells } = delta
  if (!now) {
    changed.push(goneRow(rowId))
    return
  }
  changed.push(...differences(columns, rowId, cells ?? {}, now))
  edits.push({ op: 'D', rowId, cells: null, before: wholeRow(columns, now) })
}

function takeBackUpdate(
  { edits, changed }: UndoPlan,
  columns: readonly Column[],
  delta: Delta,
  now: Cells | undefined,
) {
  const { rowId, cells, before } = delta
  if (!now) {
    changed.push(goneRow(rowId))
    return
  }
  const touched = columns.filter(({ id }) => cells?.[id] !== undefined)
  changed.push(...differences(touched, rowId, cells ?? {}, now))
  const edit = rewrite(touched, rowId, before ?? {}, now)
  if (edit) edits.push(edit)
}

/** The row comes back under its own id; if something brought it back already, it is made what it was. */
function takeBackDelete(
  { edits, changed }: UndoPlan,
  columns: readonly Column[],
  delta: Delta,
  now: Cells | undefined,
) {
  const { rowId, before } = delta
  if (!now) {
    edits.push({ op: 'I', rowId, cells: wholeRow(columns, before ?? {}), before: null })
    return
  }
  changed.push(goneRow(rowId))
  const edit = rewrite(columns, rowId, before ?? {}, now)
  if (edit) edits.push(edit)
}

function differences(columns: readonly Column[], rowId: number, written: Cells, now: Cells): Changed[] {
  return columns.flatMap((column) => {
    const [was, is] = [cellOf(written, column.id, column.initial), cellOf(now, column.id, column.initial)]
    return was === is ? [] : [{ rowId, column, written: was, current: is }]
  })
}

function rewrite(columns: readonly Column[], rowId: number, wanted: Cells, now: Cells): RowEdit | null {
  const cells: Record<string, string | null> = {}
  const before: Record<string, string | null> = {}
  for (const { id, initial } of columns) {
    const [text, old] = [cellOf(wanted, id, initial), cellOf(now, id, initial)]
    if (text === old) continue
    cells[id] = text
    before[id] = old
  }
  return Object.keys(cells).length > 0 ? { op: 'U', rowId, cells, before } : null
}
