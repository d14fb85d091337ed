import type { Context } from '../../platform/context.ts'
import { openReadableTables } from '../governance/open-readable-tables.ts'
import { type Sheet, tablesOn } from './sheet.ts'

/** A sheet with which of its tables are there. */
export type SeenSheet = { sheet: Sheet; tables: readonly string[]; missingTables: readonly string[] }

export async function seeSheet(ctx: Context, sheet: Sheet): Promise<SeenSheet> {
  const { tables } = await openReadableTables(ctx, sheet.workbookId, undefined)
  const known = new Set(tables.filter(({ state }) => state === 'active').map(({ name }) => name))
  const named = tablesOn(sheet.spec)
  return {
    sheet,
    tables: named.filter((name) => known.has(name)),
    missingTables: named.filter((name) => !known.has(name)),
  }
}
