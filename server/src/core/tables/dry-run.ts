import type { RowEdit } from '../../engine/table/commit.ts'
import { cellOf } from '../../engine/table/table.ts'
import type { Context } from '../../platform/context.ts'
import { takingBack } from '../../platform/postgres.ts'
import type { VisibleValue } from '../../platform/visible-value.ts'
import { type OpenedTable, openReadableTable } from '../reading/open-readable-table.ts'
import { visibleIn } from '../reading/visible-value.ts'
import { plainColumns, seenBefore } from '../reading/whole-rows.ts'
import type { DryRun } from './commit-table-edit.ts'
import type { EditPlace } from './open-editable-table.ts'

export type CellChange = { column: string; before: VisibleValue | null; after: VisibleValue | null }
export type RowDiff = { rowId: number | null; change: 'insert' | 'update' | 'delete'; cells: CellChange[] }

/** What an edit would do, as far as the caller sees its cells; `cells` counts those that were cut off too. */
export type EditDiff = { rows: RowDiff[]; rowCount: number; cells: number; isCut: boolean }

/** Cells that are listed. */
const MOST_CELLS = 1_000

/**
 * Does all of the work, the commit with its checks too, and takes it back: what would be refused is refused, and what the commit
 * would answer is answered. Nothing is written, no event is sent.
 */
export async function dryRun<T>(
  ctx: Context,
  work: (ctx: Context) => Promise<T>,
): Promise<{ outcome: T; dry: DryRun }> {
  const dry: DryRun = { edits: [] }
  const outcome = await takingBack(ctx.db, (tx) => work({ ...ctx, db: tx, dryRun: dry }))
  return { outcome, dry }
}

/** The cells that a dry run changed. */
export async function diffOf(ctx: Context, place: EditPlace, { edits }: DryRun): Promise<EditDiff> {
  const opened = await openReadableTable(ctx, place.workbookId, place.name, { role: 'editor' })
  return diffOfRows(
    opened,
    edits.flatMap(({ writes, rowIds }) =>
      writes.flatMap(({ rows = [] }) => rows.map((row, n) => ({ ...row, rowId: row.rowId ?? rowIds[n] ?? null }))),
    ),
  )
}

/** Cells that become what they are not, of rows in the order of the edit. */
export function diffOfRows(opened: OpenedTable, edits: readonly RowEdit[]): EditDiff {
  const rows: RowDiff[] = []
  let [cells, rowCount, shown] = [0, 0, 0]
  for (const edit of edits) {
    const changes = changesOf(opened, edit)
    rowCount++
    cells += changes.length
    if (shown >= MOST_CELLS) continue
    const listed = changes.slice(0, MOST_CELLS - shown)
    shown += listed.length
    rows.push({ rowId: edit.rowId, change: WORDS[edit.op], cells: listed })
  }
  return { rows, rowCount, cells, isCut: shown < cells || rows.length < rowCount }
}

const WORDS = { I: 'insert', U: 'update', D: 'delete' } as const

function changesOf(opened: OpenedTable, { op, cells, before }: RowEdit): CellChange[] {
  const was = seenBefore(opened, before)
  return plainColumns(opened.table).flatMap((column) => {
    const { id, initial, name } = column
    if (op === 'U' && cells?.[id] === undefined) return []
    const [old, now] = [
      op === 'I' ? null : cellOf(was, id, initial),
      op === 'D' ? null : cellOf(cells ?? {}, id, initial),
    ]
    return old === now ? [] : [{ column: name, before: visibleIn(column, old), after: visibleIn(column, now) }]
  })
}
