import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { limitReached } from '../accounts/accounts.errors.ts'
import { composedName } from '../artifacts/artifact.ts'
import { appendAuditEntry } from '../audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../audit/workbook-head.store.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { seeSheet } from './see-sheet.ts'
import { MOST_SHEETS, type SheetSpec } from './sheet.ts'
import { sheetChanged } from './sheets.errors.ts'
import { countSheets, findSheet, upsertSheet } from './sheets.store.ts'

export type NewSheet = { title: string | null; description: string | null; spec: SheetSpec; expected: number | null }

/** Writes a sheet, or puts another in its place. */
export async function putSheet(ctx: Context, workbookId: string, sent: string, { expected, ...content }: NewSheet) {
  await openWorkbook(ctx, workbookId, 'editor')
  const name = composedName(sent, ['path', 'name'])
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    const before = await findSheet(tx, workbookId, name)
    if (expected !== null && (before?.version ?? 0) !== expected)
      throw sheetChanged(name, expected, before?.version ?? 0)
    if (!before && (await countSheets(tx, workbookId)) >= MOST_SHEETS) throw limitReached('sheets', MOST_SHEETS)
    const sheet = await upsertSheet(tx, { workbookId, name, ...content })
    await appendAuditEntry(tx, ctx, { workbookId, action: 'sheet.put', target: { sheet: name } })
    return { isNew: !before, seen: await seeSheet({ ...ctx, db: tx }, sheet) }
  })
}
