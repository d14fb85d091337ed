import type { Writer } from '../../../platform/caller.ts'
import { knownWriters, raisedVersion } from '../../../platform/database/raised-version.store.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'
import type { SavedView, ViewDocument } from './saved-view.ts'

/** A view of a table in the trash is there with it. */
const present = (db: Db, workbookId: string) =>
  db
    .selectFrom('savedView')
    .innerJoin('artifact', (join) =>
      join
        .onRef('artifact.workbookId', '=', 'savedView.workbookId')
        .onRef('artifact.artifactId', '=', 'savedView.tableId'),
    )
    .leftJoin('appUser', 'appUser.userId', 'savedView.createdBy')
    .selectAll('savedView')
    .select(['artifact.name as table', 'appUser.name as ownerName'])
    .where('savedView.workbookId', '=', workbookId)
    .where('artifact.deletedAt', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof present>['executeTakeFirstOrThrow']>>

/** By table and name. */
export async function listSavedViews(db: Db, workbookId: string, tableId: string | null): Promise<SavedView[]> {
  let query = present(db, workbookId).orderBy('artifact.name').orderBy('savedView.name')
  if (tableId !== null) query = query.where('savedView.tableId', '=', tableId)
  return (await query.execute()).map(viewFrom)
}

export async function findSavedView(db: Db, workbookId: string, viewId: string): Promise<SavedView | undefined> {
  const row = await present(db, workbookId).where('savedView.viewId', '=', viewId).executeTakeFirst()
  return row && viewFrom(row)
}

/** Another view of the table that has the name. */
export function findNamesake(
  db: Db,
  { workbookId, viewId, tableId, name }: Omit<NewSavedView, 'document' | 'createdBy'>,
) {
  return db
    .selectFrom('savedView')
    .select('viewId')
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where('name', '=', name)
    .where('viewId', '!=', viewId)
    .executeTakeFirst()
}

export async function countSavedViews(db: Db, workbookId: string): Promise<number> {
  const { n } = await db
    .selectFrom('savedView')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('workbookId', '=', workbookId)
    .executeTakeFirstOrThrow()
  return n
}

export type NewSavedView = {
  workbookId: string
  viewId: string
  tableId: string
  name: string
  document: ViewDocument
  createdBy: string
}

export async function insertSavedView(tx: Tx, { document, ...view }: NewSavedView, writer: Writer) {
  await tx
    .insertInto('savedView')
    .values({
      ...view,
      document: JSON.stringify(document),
      version: 1,
      writers: JSON.stringify([writer]),
      writersVersion: 1,
    })
    .execute()
}

/** `writer`: of how it shows the table; null where that stays. */
export async function updateSavedView(
  tx: Tx,
  { workbookId, viewId }: Pick<SavedView, 'workbookId' | 'viewId'>,
  { name, document }: { name?: string; document?: ViewDocument },
  writer: Writer | null,
) {
  await tx
    .updateTable('savedView')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(document === undefined ? {} : { document: JSON.stringify(document) }),
      ...(writer === null ? {} : { writers: JSON.stringify([writer]) }),
      ...raisedVersion(writer !== null),
    })
    .where('workbookId', '=', workbookId)
    .where('viewId', '=', viewId)
    .execute()
}

export async function deleteSavedViewRow(tx: Tx, workbookId: string, viewId: string) {
  await tx.deleteFrom('savedView').where('workbookId', '=', workbookId).where('viewId', '=', viewId).execute()
}

/** Of a table, also of one in the trash: for erasing what their filters hold. */
export async function listViewDocuments(db: Db, workbookId: string, tableId: string) {
  const rows = await db
    .selectFrom('savedView')
    .select(['workbookId', 'viewId', 'document'])
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .execute()
  // Safe: what was checked before it was kept.
  return rows.map(({ document, ...view }) => ({ ...view, document: document as unknown as ViewDocument }))
}

// Safe: what was checked before it was kept.
const viewFrom = (row: Row): SavedView => ({
  ...row,
  document: row.document as unknown as ViewDocument,
  writers: knownWriters(row),
})
