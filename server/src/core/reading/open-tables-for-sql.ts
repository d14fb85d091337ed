import type { ReadableTable } from '../../engine/table/readable-table.ts'
import type { Context } from '../../platform/context.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { type Catalog, type CatalogView, readCatalog } from './known-catalogs.ts'
import { type Lens, lensFor } from './lens.ts'
import { isOpenFor, readableFrom } from './open-readable-table.ts'
import { type OpenedTables, openReadableTables } from './open-readable-tables.ts'

/** The tables that SQL may name. As long as they stay the same `readable` is the same list, so that more can be kept by it. */
export type TablesForSql = OpenedTables & { readable: readonly ReadableTable[] }

/**
 * Opens every table, as only the engine knows which of them SQL names. Where this node knows the catalog of the workbook, none of
 * them is looked at again: their rows may be of later versions by now, and the engine's answer says of which.
 */
export async function openTablesForSql(
  ctx: Context,
  workbookId: string,
  asOf: string | undefined,
): Promise<TablesForSql> {
  if (asOf !== undefined) {
    const past = await openReadableTables(ctx, workbookId, asOf, { rows: 'filtered' })
    return { ...past, readable: past.tables.map(({ table }) => table) }
  }
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  const { catalog, editSeq, policyEpoch } = await readCatalog(ctx.db, workbook)
  const view = viewThrough(await lensFor(ctx, workbook, policyEpoch), catalog)
  return { ...view, editSeq, policyEpoch, snapshotId: null, leftOut: catalog.leftOut }
}

function viewThrough(lens: Lens, { tables: found, views }: Catalog): CatalogView {
  const known = views.get(lens.name)
  if (known) return known
  const tables = found.map((table) => readableFrom(table, lens)).filter((table) => isOpenFor(table, 'filtered'))
  const view = { tables, readable: tables.map(({ table }) => table) }
  views.set(lens.name, view)
  return view
}
