import { listColumnDescriptions } from '../../core/catalog/catalog-for-doors.store.ts'
import { openTablesForSql } from '../../core/reading/open-tables-for-sql.ts'
import type { Context } from '../../platform/context.ts'
import { type EntitySet, entitySets } from './model/entity-set.ts'

/** The tables and views of a workbook as entity sets, with what their caller may see of them. */
export async function readModel(ctx: Context, workbookId: string, isDescribed: boolean): Promise<EntitySet[]> {
  const opened = await openTablesForSql(ctx, workbookId, undefined)
  return entitySets(opened, isDescribed ? await listColumnDescriptions(ctx.db, workbookId) : new Map())
}
