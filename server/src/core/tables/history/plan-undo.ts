import type { RowEdit } from '../../../engine/table/commit.ts'
import type { ReadableColumn } from '../../../engine/table/readable-table.ts'
import type { Sealed } from '../../../engine/table/sealed.ts'
import { type Cells, cellOf, wholeRow } from '../../../engine/table/table.ts'

/** A cell, or with no column a whole row, that is no longer what the op left behind. */
export type Changed = { rowId: number; column: ReadableColumn | null; written: string | null; current: string | null }

export type UndoPlan = { edits: RowEdit[]; changed: Changed[] }

/** One row of the op, as far as the caller sees its cells plainly. */
export type DeltaBefore = { rowId: number; op: 'I' | 'U' | 'D'; cells: Cells | null; before: Cells | null }

/** A row as it stands: what the caller sees of it plainly, and all of it; null for one that is only planned. */
export type CurrentRow = { seen: Cells; whole: Sealed<Cells> | null }

/**
 * The edits that take back what one version did, each compared with how things stand now. Forced they overwrite what
 * came after; a row that is gone stays gone. `columns` are those that the caller sees plainly: no other cell is compared or
 * quoted, and the caller of this function has refused where an other one would be lost.
 */
export function planUndo(
  columns: readonly ReadableColumn[],
  deltas: readonly DeltaBefore[],
  current: ReadonlyMap<number, CurrentRow>,
): UndoPlan {
  const plan: UndoPlan = { edits: [], changed: [] }
  for (const delta of deltas) {
    const now = current.get(delta.rowId)
    if (delta.op === 'I') takeBackInsert(plan, columns, delta, now)
    else if (delta.op === 'U') takeBackUpdate(plan, columns, delta, now?.seen)
    else takeBackDelete(plan, columns, delta, now?.seen)
  }
  return plan
}

const goneRow = (rowId: number): Changed => ({ rowId, column: null, written: null, current: null })

function takeBackInsert(
  { edits, changed }: UndoPlan,
  columns: readonly ReadableColumn[],
  delta: DeltaBefore,
  now: CurrentRow | undefined,
) {
  const { rowId, cells } = delta
  if (!now) {
    changed.push(goneRow(rowId))
    return
  }
  changed.push(...differences(columns, rowId, cells ?? {}, now.seen))
  edits.push({ op: 'D', rowId, cells: null, before: now.whole })
}

function takeBackUpdate(
  { edits, changed }: UndoPlan,
  columns: readonly ReadableColumn[],
  delta: DeltaBefore,
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
  columns: readonly ReadableColumn[],
  delta: DeltaBefore,
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

function differences(columns: readonly ReadableColumn[], rowId: number, written: Cells, now: Cells): Changed[] {
  return columns.flatMap((column) => {
    const [was, is] = [cellOf(written, column.id, column.initial), cellOf(now, column.id, column.initial)]
    return was === is ? [] : [{ rowId, column, written: was, current: is }]
  })
}

function rewrite(columns: readonly ReadableColumn[], rowId: number, wanted: Cells, now: Cells): RowEdit | null {
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
