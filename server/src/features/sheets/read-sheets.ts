import type { Context } from '../../platform/context.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { listSheets } from './sheets.store.ts'

/** By name. */
export async function readSheets(
  ctx: Context,
  workbookId: string,
  { limit, after }: { limit: number; after: string | null },
) {
  await openWorkbook(ctx, workbookId, 'viewer')
  const found = await listSheets(ctx.db, workbookId, limit + 1, after)
  const sheets = found.slice(0, limit)
  return { sheets, next: found.length > limit ? (sheets.at(-1)?.name ?? null) : null }
}
