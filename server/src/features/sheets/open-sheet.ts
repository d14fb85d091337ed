import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import type { Sheet } from './sheet.ts'
import { findSheet } from './sheets.store.ts'

export async function openSheet(ctx: Context, workbookId: string, name: string): Promise<Sheet> {
  await openWorkbook(ctx, workbookId, 'viewer')
  const sheet = await findSheet(ctx.db, workbookId, name.normalize('NFC'))
  if (!sheet) throw notFound('sheet', name)
  return sheet
}
