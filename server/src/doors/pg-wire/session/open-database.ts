import { listWorkbooksNamed } from '../../../core/catalog/catalog-for-doors.store.ts'
import { visiblePlaces } from '../../../core/catalog/visible-places.ts'
import { openWorkbook, openWorkbooks } from '../../../core/workbooks/open-workbook.ts'
import type { Context } from '../../../platform/context.ts'
import { fromWireId, NO_ID, toWireId } from '../../../platform/ids.ts'
import { wireError } from '../protocol/wire-error.ts'

/** A workbook as a database. */
export type Database = { workbookId: string; name: string }

/** By its id, or by its name where the caller sees one of that name only. */
export async function openDatabase(ctx: Context, database: string): Promise<Database> {
  const workbookId = fromWireId('wb', database)
  if (workbookId !== NO_ID)
    return { workbookId: (await openWorkbook(ctx, workbookId, 'viewer')).workbookId, name: database }
  const named = await listWorkbooksNamed(ctx.db, await visiblePlaces(ctx.db, ctx.caller), database)
  const [found, ...others] = [...(await openWorkbooks(ctx, named)).keys()]
  if (found === undefined) throw noDatabase(database)
  if (others.length > 0) throw severalDatabases(database, [found, ...others])
  return { workbookId: found, name: database }
}

const noDatabase = (database: string) =>
  wireError('3D000', `database "${database}" does not exist`, {
    hint: 'Give the id of a workbook (wb_…), or its name.',
    isFatal: true,
  })

const severalDatabases = (database: string, ids: readonly string[]) =>
  wireError('3D000', `several workbooks are called "${database}"`, {
    hint: `Give the id of one: ${ids
      .slice(0, 5)
      .map((id) => toWireId('wb', id))
      .join(', ')}.`,
    isFatal: true,
  })
