import { knownWriters, raisedVersion } from '../../../platform/database/raised-version.store.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'
import type { Dashboard, TileWriters } from './dashboard.ts'

const present = (db: Db, workbookId: string) =>
  db
    .selectFrom('dashboard')
    .leftJoin('appUser', 'appUser.userId', 'dashboard.createdBy')
    .selectAll('dashboard')
    .select('appUser.name as ownerName')
    .where('dashboard.workbookId', '=', workbookId)

type Row = Awaited<ReturnType<ReturnType<typeof present>['executeTakeFirstOrThrow']>>

/** By name. */
export async function listDashboards(db: Db, workbookId: string): Promise<Dashboard[]> {
  return (await present(db, workbookId).orderBy('dashboard.name').execute()).map(dashboardFrom)
}

export async function findDashboard(db: Db, workbookId: string, dashboardId: string): Promise<Dashboard | undefined> {
  const row = await present(db, workbookId).where('dashboard.dashboardId', '=', dashboardId).executeTakeFirst()
  return row && dashboardFrom(row)
}

/** Another dashboard that has the name. */
export function findDashboardNamesake(db: Db, workbookId: string, dashboardId: string, name: string) {
  return db
    .selectFrom('dashboard')
    .select('dashboardId')
    .where('workbookId', '=', workbookId)
    .where('name', '=', name)
    .where('dashboardId', '!=', dashboardId)
    .executeTakeFirst()
}

export async function countDashboards(db: Db, workbookId: string): Promise<number> {
  const { n } = await db
    .selectFrom('dashboard')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('workbookId', '=', workbookId)
    .executeTakeFirstOrThrow()
  return n
}

export async function insertDashboard(
  tx: Tx,
  { document, writers, ...dashboard }: Omit<Dashboard, 'version' | 'ownerName' | 'createdAt' | 'updatedAt'>,
) {
  await tx
    .insertInto('dashboard')
    .values({
      ...dashboard,
      document: JSON.stringify(document),
      version: 1,
      writers: JSON.stringify(writers),
      writersVersion: 1,
    })
    .execute()
}

/** All tiles of a dashboard, with who put each there. */
export type PlacedTiles = Dashboard['document'] & { writers: TileWriters }

export async function updateDashboard(
  tx: Tx,
  { workbookId, dashboardId }: Pick<Dashboard, 'workbookId' | 'dashboardId'>,
  { tiles, ...change }: Partial<Pick<Dashboard, 'name' | 'description'>> & { tiles?: PlacedTiles },
) {
  await tx
    .updateTable('dashboard')
    .set({
      ...change,
      ...(tiles && {
        document: JSON.stringify({ tiles: tiles.tiles }),
        writers: JSON.stringify(tiles.writers),
      }),
      ...raisedVersion(tiles !== undefined),
    })
    .where('workbookId', '=', workbookId)
    .where('dashboardId', '=', dashboardId)
    .execute()
}

export async function deleteDashboardRow(tx: Tx, workbookId: string, dashboardId: string) {
  await tx.deleteFrom('dashboard').where('workbookId', '=', workbookId).where('dashboardId', '=', dashboardId).execute()
}

const dashboardFrom = (row: Row): Dashboard => ({
  ...row,
  // Safe: what was checked before it was kept.
  document: row.document as unknown as Dashboard['document'],
  writers: knownWriters<TileWriters>(row),
})
