import { type Selectable, sql } from 'kysely'
import type { Conflict as ConflictTable } from '../../platform/database/database-schema.ts'
import { newId } from '../../platform/ids.ts'
import type { Db, Tx } from '../../platform/postgres.ts'
import type { Actor } from '../audit/actor.ts'
import type { Conflict, ConflictCell, ConflictResolution, NewConflict } from './conflict.ts'

/** What all conflicts of one operation and table share. */
export type ConflictOrigin = {
  workbookId: string
  tableId: string
  opId: number
  actor: Actor
  branchId: string | null
}

/** Rows of one insert; PostgreSQL takes 65,535 parameters. */
const AT_ONCE = 2_000

export async function insertConflicts(tx: Tx, origin: ConflictOrigin, conflicts: readonly NewConflict[]) {
  const inserted: Conflict[] = []
  for (let n = 0; n < conflicts.length; n += AT_ONCE) {
    const rows = await tx
      .insertInto('conflict')
      .values(
        conflicts.slice(n, n + AT_ONCE).map((conflict) => ({
          ...conflict,
          ...origin,
          actor: JSON.stringify(origin.actor),
          conflictId: newId(),
        })),
      )
      .returningAll()
      .execute()
    inserted.push(...rows.map(conflictFrom))
  }
  return inserted
}

/** `after`: where the page before ended. */
export type ConflictPage = { status: 'open' | 'closed' | null; limit: number; after: string | null }

/** Newest first, and one more than a page. */
export async function listConflicts(db: Db, workbookId: string, { status, limit, after }: ConflictPage) {
  let query = db
    .selectFrom('conflict')
    .selectAll()
    .where('workbookId', '=', workbookId)
    .orderBy('conflictId', 'desc')
    .limit(limit + 1)
  if (status === 'open') query = query.where('resolvedAt', 'is', null)
  if (status === 'closed') query = query.where('resolvedAt', 'is not', null)
  if (after) query = query.where('conflictId', '<', after)
  return (await query.execute()).map(conflictFrom)
}

export async function countOpenConflicts(db: Db, workbookId: string): Promise<number> {
  const { n } = await db
    .selectFrom('conflict')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('workbookId', '=', workbookId)
    .where('resolvedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

export async function findConflict(db: Db, workbookId: string, conflictId: string): Promise<Conflict | undefined> {
  const found = await db
    .selectFrom('conflict')
    .selectAll()
    .where('workbookId', '=', workbookId)
    .where('conflictId', '=', conflictId)
    .executeTakeFirst()
  return found && conflictFrom(found)
}

export type Closing = { resolution: ConflictResolution; resolvedBy: Actor; note: string | null }

/** Undefined when it is not open any more. */
export async function updateConflictClosed(
  tx: Tx,
  workbookId: string,
  conflictId: string,
  closing: Closing,
): Promise<Conflict | undefined> {
  const closed = await tx
    .updateTable('conflict')
    .set({ ...closedAs(closing), note: closing.note })
    .where('workbookId', '=', workbookId)
    .where('conflictId', '=', conflictId)
    .where('resolvedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return closed && conflictFrom(closed)
}

/** Closes the open ones about these cells of a table; without cells, all of it. How many it were. */
export async function updateConflictsOfCells(
  tx: Tx,
  { workbookId, tableId }: { workbookId: string; tableId: string },
  cells: readonly ConflictCell[] | null,
  closing: Omit<Closing, 'note'>,
): Promise<number> {
  let query = tx
    .updateTable('conflict')
    .set(closedAs(closing))
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where('resolvedAt', 'is', null)
  if (cells)
    query = query.where(
      sql<boolean>`(row_id, coalesce(column_id, 0)) in (
        select * from unnest(${cells.map(({ rowId }) => rowId)}::bigint[], ${cells.map(({ columnId }) => columnId ?? 0)}::int[]))`,
    )
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

const closedAs = ({ resolution, resolvedBy }: Omit<Closing, 'note'>) => ({
  resolution,
  resolvedAt: sql<Date>`now()`,
  resolvedBy: JSON.stringify(resolvedBy),
})

function conflictFrom(row: Selectable<ConflictTable>): Conflict {
  // Safe: both were written here, from actors.
  return { ...row, actor: row.actor as Actor, resolvedBy: row.resolvedBy as Actor | null }
}

/** Those that the merge of a branch into a table found, in the order they were recorded. */
export async function listConflictsOfBranch(
  db: Db,
  { workbookId, tableId, branchId }: { workbookId: string; tableId: string; branchId: string },
  limit: number,
): Promise<Conflict[]> {
  const rows = await db
    .selectFrom('conflict')
    .selectAll()
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where('branchId', '=', branchId)
    .orderBy('conflictId')
    .limit(limit)
    .execute()
  return rows.map(conflictFrom)
}
