import type { Context } from '../../platform/context.ts'
import { whilePoliciesHold } from '../policies/while-policies-hold.ts'
import { type OpenedTable, openReadableTable } from './open-readable-table.ts'

/** How many rows of a table the caller sees: known where they see all, else counted. */
export async function countSeenRows({ reader }: Context, { rowCount, table }: OpenedTable): Promise<number> {
  if (rowCount !== null) return rowCount
  const request = { columnIds: [], limit: 1, start: { offset: 0 }, orderBy: [], filter: null, isCounted: true } as const
  return (await reader.page(table, request)).count ?? 0
}

/** A table with the number of rows that the caller sees. */
export async function openCountedTable(ctx: Context, workbookId: string, name: string): Promise<OpenedTable> {
  const open = () => openReadableTable(ctx, workbookId, name, { role: 'viewer', rows: 'filtered' })
  const opened = await open()
  if (opened.rowCount !== null) return opened
  return whilePoliciesHold(ctx, workbookId, async () => {
    const seen = await open()
    return { ...seen, rowCount: await countSeenRows(ctx, seen) }
  })
}
