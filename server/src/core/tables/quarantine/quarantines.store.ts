import type { Db, Tx } from '../../../platform/postgres.ts'
import type { NamedQuarantine, Quarantine } from './quarantine.ts'

/** By the table whose rules its rows break, or by itself. One that is archived or in the trash keeps nothing more. */
export async function findQuarantine(
  db: Db,
  workbookId: string,
  by: { tableId: string } | { quarantineId: string },
): Promise<NamedQuarantine | undefined> {
  const [column, id] =
    'tableId' in by ? (['q.tableId', by.tableId] as const) : (['q.quarantineId', by.quarantineId] as const)
  const row = await db
    .selectFrom('quarantine as q')
    .innerJoin('artifact as t', (join) =>
      join.onRef('t.workbookId', '=', 'q.workbookId').onRef('t.artifactId', '=', 'q.tableId'),
    )
    .innerJoin('artifact as k', (join) =>
      join.onRef('k.workbookId', '=', 'q.workbookId').onRef('k.artifactId', '=', 'q.quarantineId'),
    )
    .select(['q.tableId', 'q.quarantineId', 'q.columns', 'q.reason', 'q.origin', 't.name as table', 'k.name'])
    .where('q.workbookId', '=', workbookId)
    .where(column, '=', id)
    .where('t.deletedAt', 'is', null)
    .where('k.deletedAt', 'is', null)
    .where('k.state', '=', 'active')
    .executeTakeFirst()
  // Safe: written by `upsertQuarantine`, or looked at when a bundle arrived.
  return row && { ...row, workbookId, columns: new Map(row.columns as [number, number][]) }
}

/** Of all tables of a workbook, in use or not. */
export function listQuarantines(db: Db, workbookId: string): Promise<{ tableId: string; quarantineId: string }[]> {
  return db
    .selectFrom('quarantine')
    .select(['tableId', 'quarantineId'])
    .where('workbookId', '=', workbookId)
    .orderBy('tableId')
    .execute()
}

/** A table has one: a new one takes the place of that which is gone. */
export async function upsertQuarantine(tx: Tx, { workbookId, tableId, ...kept }: Quarantine) {
  const values = { ...kept, columns: JSON.stringify([...kept.columns]) }
  await tx
    .insertInto('quarantine')
    .values({ workbookId, tableId, ...values })
    .onConflict((conflict) => conflict.columns(['workbookId', 'tableId']).doUpdateSet(values))
    .execute()
}
