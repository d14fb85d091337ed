import type { NewConflict } from '../../../core/conflicts/conflict.ts'
import { recordConflicts } from '../../../core/conflicts/conflicts.ts'
import type { OpDetail } from '../../../core/ops/op.ts'
import type { CellClash } from '../../../engine/storage/bulk/match-content.ts'
import type { Context } from '../../../platform/context.ts'
import { toWireId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { commitState } from '../../snapshots/commit-snapshot.ts'
import type { BuiltTable } from '../ingest/build-tables.ts'

/** Of a table the edits that a file overwrites: cells, whole rows, and columns by their names. */
export type OverwrittenTable = {
  table: string
  cells: number
  rows: number
  columns: readonly string[]
  conflicts: number
}

/** What a file overwrites of what users edited, and the snapshot that has it. */
export type Overwritten = { tables: readonly OverwrittenTable[]; snapshotId: string | null }

export const NOTHING_OVERWRITTEN: Overwritten = { tables: [], snapshotId: null }

type Landing = { workbookId: string; source: string }

/** Freezes the workbook before a file replaces rows of tables that hold edits. The caller holds the head lock. */
export async function keepOverwritten(
  tx: Tx,
  ctx: Context,
  { workbookId, source }: Landing,
  written: readonly BuiltTable[],
): Promise<Overwritten> {
  const tables = written.flatMap((table): OverwrittenTable[] => {
    if (!table.known?.isEdited) return []
    const { overwritten, clashes, columnsOver } = table.matched
    return [{ table: table.known.name, ...overwritten, columns: columnsOver, conflicts: clashes.length }]
  })
  if (tables.length === 0) return NOTHING_OVERWRITTEN
  const state = { label: null, summary: `Before: the next edition of ${source}`, eventType: 'source.revise' }
  const { snapshotId } = await commitState({ ...ctx, db: tx }, workbookId, state)
  return { tables, snapshotId }
}

/** What the op says of it: no values. */
export const overwrittenDetail = ({ tables, snapshotId }: Overwritten): Pick<OpDetail, 'overwritten'> =>
  snapshotId === null
    ? {}
    : {
        overwritten: {
          safety_snapshot_id: toWireId('snap', snapshotId),
          tables: tables.map(({ table, cells, rows, columns }) => ({ table, cells, rows, columns: columns.length })),
        },
      }

type FoundIn = { workbookId: string; opId: number; actor: string | null }

/** Puts what both sides changed into the review queue: the file's value stands, the conflict has both. */
export async function recordClashes(tx: Tx, ctx: Context, found: FoundIn, written: readonly BuiltTable[]) {
  for (const table of written) {
    if (!table.known) continue
    const { tableId, name } = table.known
    await recordConflicts(tx, ctx, { ...found, tableId, table: name }, table.matched.clashes.map(conflictOf))
  }
}

const conflictOf = ({ rowId, columnId, base, ours, fresh }: CellClash): NewConflict => ({
  kind: columnId === null ? 'row_deleted' : 'overwrite',
  rowId,
  columnId,
  baseValue: base,
  priorValue: ours,
  value: fresh,
})
