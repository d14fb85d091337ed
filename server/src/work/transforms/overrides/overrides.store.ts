import { sql } from 'kysely'
import type { Actor } from '../../../core/audit/actor.ts'
import { fromWireId } from '../../../platform/ids.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'

/** A cell of a derived table that a user has written over. Commits write it: see the migration. */
export type Override = {
  overrideId: string
  rowId: number
  columnId: number
  /** What shows; canonical. */
  value: string | null
  /** What the transform had made there when it was written, and what it makes there now. */
  baseValue: string | null
  madeValue: string | null
  /** The transform has since made something else there. */
  stale: boolean
  opId: number
  actor: Actor
}

const live = (db: Db, workbookId: string, tableId: string) =>
  db
    .selectFrom('cellOverride')
    .innerJoin('op', (join) =>
      join.onRef('op.workbookId', '=', 'cellOverride.workbookId').onRef('op.opId', '=', 'cellOverride.opId'),
    )
    .select([
      'cellOverride.overrideId',
      'cellOverride.rowId',
      'cellOverride.columnId',
      'cellOverride.value',
      'cellOverride.baseValue',
      'cellOverride.madeValue',
      'cellOverride.stale',
      'cellOverride.opId',
      'op.actor',
    ])
    .where('cellOverride.workbookId', '=', workbookId)
    .where('cellOverride.tableId', '=', tableId)
    .where('cellOverride.droppedOp', 'is', null)
    .$narrowType<{ actor: Actor }>()

/** All that lie over a table, by row and column. */
export function listOverrides(db: Db, workbookId: string, tableId: string): Promise<Override[]> {
  return live(db, workbookId, tableId).orderBy('cellOverride.rowId').orderBy('cellOverride.columnId').execute()
}

/** By its id on the wire, or by its cell. */
export type OverrideKey = { id: string } | { rowId: number; columnId: number }

export function findOverride(
  db: Db,
  workbookId: string,
  tableId: string,
  key: OverrideKey,
): Promise<Override | undefined> {
  const found = live(db, workbookId, tableId)
  if ('id' in key) return found.where('cellOverride.overrideId', '=', fromWireId('ovr', key.id)).executeTakeFirst()
  return found
    .where('cellOverride.rowId', '=', key.rowId)
    .where('cellOverride.columnId', '=', key.columnId)
    .executeTakeFirst()
}

export type OverriddenCell = { workbookId: string; tableId: string; rowId: number; columnId: number }

/** The override is wanted although the transform makes something else there now. */
export async function acceptOverride(tx: Tx, { workbookId, tableId, rowId, columnId }: OverriddenCell) {
  await sql`select accept_override(${workbookId}, ${tableId}, ${rowId}, ${columnId})`.execute(tx)
}
