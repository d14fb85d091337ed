import type { Cells } from '../../../engine/table/table.ts'
import { CODE_OF_WRITE } from '../../../engine/table/tables.store.ts'
import type { Db } from '../../../platform/postgres.ts'
import type { Actor } from '../../audit/actor.ts'

export type RowChange = {
  opId: number
  at: Date
  actor: Actor
  version: number
  schemaNo: number
  op: 'I' | 'U' | 'D'
  cells: Cells | null
  before: Cells | null
}

/** Edits of one row, newest first. A new base (a retype, a restore) keeps its rows as edits too; that is storage, not history. */
export async function listRowChanges(
  db: Db,
  { workbookId, tableId, rowId }: { workbookId: string; tableId: string; rowId: number },
  { limit, before }: { limit: number; before: number | null },
): Promise<RowChange[]> {
  let query = db
    .selectFrom('delta')
    .innerJoin('tableVersion', (join) =>
      join
        .onRef('tableVersion.workbookId', '=', 'delta.workbookId')
        .onRef('tableVersion.tableId', '=', 'delta.tableId')
        .onRef('tableVersion.version', '=', 'delta.version'),
    )
    .innerJoin('op', (join) =>
      join.onRef('op.workbookId', '=', 'tableVersion.workbookId').onRef('op.opId', '=', 'tableVersion.opId'),
    )
    .where('delta.workbookId', '=', workbookId)
    .where('delta.tableId', '=', tableId)
    .where('delta.rowId', '=', rowId)
    .where('tableVersion.kind', '=', CODE_OF_WRITE.rows)
    .select([
      'op.opId',
      'op.actor',
      'tableVersion.at',
      'tableVersion.schemaNo',
      'delta.version',
      'delta.op',
      'delta.cells',
      'delta.before',
    ])
    .orderBy('delta.version', 'desc')
    .limit(limit)
  if (before !== null) query = query.where('delta.version', '<', before)
  // Safe: written by commits alone.
  return (await query.execute()).map((row) => ({
    ...row,
    actor: row.actor as unknown as Actor,
    cells: row.cells as Cells | null,
    before: row.before as Cells | null,
  }))
}

export type TableChange = { rowId: number; version: number; op: 'I' | 'U' | 'D'; columnIds: string[] }

/** Edits of rows after a version, oldest first; within a version by row id. */
export async function listTableChanges(
  db: Db,
  { workbookId, tableId }: { workbookId: string; tableId: string },
  { after, upTo, limit }: { after: { version: number; rowId: number }; upTo: number; limit: number },
): Promise<TableChange[]> {
  const rows = await db
    .selectFrom('delta')
    .innerJoin('tableVersion', (join) =>
      join
        .onRef('tableVersion.workbookId', '=', 'delta.workbookId')
        .onRef('tableVersion.tableId', '=', 'delta.tableId')
        .onRef('tableVersion.version', '=', 'delta.version'),
    )
    .where('delta.workbookId', '=', workbookId)
    .where('delta.tableId', '=', tableId)
    .where('tableVersion.kind', '=', CODE_OF_WRITE.rows)
    .where((eb) =>
      eb.or([
        eb('delta.version', '>', after.version),
        eb.and([eb('delta.version', '=', after.version), eb('delta.rowId', '>', after.rowId)]),
      ]),
    )
    .where('delta.version', '<=', upTo)
    .select(['delta.rowId', 'delta.version', 'delta.op', 'delta.cells'])
    .orderBy('delta.version')
    .orderBy('delta.rowId')
    .limit(limit)
    .execute()
  return rows.map(({ cells, ...row }) => ({ ...row, columnIds: Object.keys((cells ?? {}) as object) }))
}

/** Ids of rows that were edited after a version, at most 1000; null when none was. */
export async function listRowsChangedAfter(
  db: Db,
  workbookId: string,
  tableId: string,
  version: number,
): Promise<number[] | null> {
  const rows = await db
    .selectFrom('delta')
    .select('rowId')
    .distinct()
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where('version', '>', version)
    .orderBy('rowId')
    .limit(1000)
    .execute()
  return rows.length > 0 ? rows.map(({ rowId }) => rowId) : null
}
