import { composedName } from '../../core/artifacts/artifact.ts'
import { appendAuditEntry } from '../../core/audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../../core/audit/workbook-head.store.ts'
import { openReadableTables } from '../../core/reading/open-readable-tables.ts'
import { openWorkbook } from '../../core/workbooks/open-workbook.ts'
import { limitReached } from '../../people/accounts/accounts.errors.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { MOST_SHEETS, type Sheet, type SheetSpec, tablesOn } from './sheet.ts'
import { sheetChanged } from './sheets.errors.ts'
import { countSheets, deleteSheetRow, findSheet, listSheets, upsertSheet } from './sheets.store.ts'

type NewSheet = { title: string | null; description: string | null; spec: SheetSpec; expected: number | null }

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

export async function openSheet(ctx: Context, workbookId: string, name: string): Promise<Sheet> {
  await openWorkbook(ctx, workbookId, 'viewer')
  const sheet = await findSheet(ctx.db, workbookId, name.normalize('NFC'))
  if (!sheet) throw notFound('sheet', name)
  return sheet
}

/** A sheet with which of its tables are there. */
export type VisibleSheet = { sheet: Sheet; tables: readonly string[]; missingTables: readonly string[] }

export async function seeSheet(ctx: Context, sheet: Sheet): Promise<VisibleSheet> {
  const { tables } = await openReadableTables(ctx, sheet.workbookId, undefined)
  const known = new Set(tables.filter(({ state }) => state === 'active').map(({ name }) => name))
  const named = tablesOn(sheet.spec)
  return {
    sheet,
    tables: named.filter((name) => known.has(name)),
    missingTables: named.filter((name) => !known.has(name)),
  }
}

/** Deletes no data. */
export async function deleteSheet(ctx: Context, workbookId: string, name: string) {
  await openWorkbook(ctx, workbookId, 'editor')
  await inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    if (!(await deleteSheetRow(tx, workbookId, name.normalize('NFC')))) throw notFound('sheet', name)
    await appendAuditEntry(tx, ctx, { workbookId, action: 'sheet.delete', target: { sheet: name } })
  })
}
