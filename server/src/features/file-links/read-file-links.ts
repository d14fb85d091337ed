import type { Context } from '../../platform/context.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { type LinkPage, listFileLinks } from './file-links.store.ts'

/** A page of the tracked files of a workbook, and where the next one starts. */
export async function readFileLinks(ctx: Context, workbookId: string, page: LinkPage) {
  await openWorkbook(ctx, workbookId, 'viewer')
  const rows = await listFileLinks(ctx.db, workbookId, page)
  const links = rows.slice(0, page.limit)
  return { links, next: rows.length > page.limit ? (links.at(-1)?.linkId ?? null) : null }
}
