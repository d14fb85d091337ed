import { whilePoliciesHold } from '../../core/policies/while-policies-hold.ts'
import { findPolicyEpoch } from '../../core/reading/readable-tables.store.ts'
import type { ColumnType } from '../../engine/table/column-type.ts'
import type { Context } from '../../platform/context.ts'
import { readView, type ViewValue } from './read-view.ts'
import type { Block, Sheet, TableView } from './sheet.ts'
import { seeSheet } from './sheets.ts'

/** What stands in one line of a rendered sheet. */
export type Line =
  | { kind: 'heading'; text: string; level: 1 | 2 | 3 }
  | { kind: 'text' | 'title' | 'missing'; text: string }
  | { kind: 'header'; names: readonly string[] }
  | { kind: 'row' | 'totals'; values: readonly ViewValue[]; types: readonly ColumnType[] }
  | { kind: 'space' }

/** The blocks of a sheet, with the rows its reader may see, from top to bottom. */
export async function layOutSheet(ctx: Context, sheet: Sheet, gone: AbortSignal): Promise<Line[]> {
  const { workbookId, spec } = sheet
  const { lines } = await whilePoliciesHold(ctx, workbookId, async () => {
    const policyEpoch = (await findPolicyEpoch(ctx.db, workbookId)) ?? 0
    const { missingTables } = await seeSheet(ctx, sheet)
    const laid: Line[] = []
    for (const block of spec.blocks) laid.push(...(await linesOf(ctx, workbookId, block, missingTables, gone)))
    return { lines: laid, policyEpoch }
  })
  return lines
}

async function linesOf(
  ctx: Context,
  workbookId: string,
  block: Block,
  missing: readonly string[],
  gone: AbortSignal,
): Promise<Line[]> {
  switch (block.kind) {
    case 'heading':
      return [{ kind: 'heading', text: block.text, level: block.level ?? 1 }]
    case 'text':
      return block.text.split('\n').map((text) => ({ kind: 'text', text }))
    case 'spacer':
      return Array.from({ length: block.rows ?? 1 }, () => ({ kind: 'space' }))
    case 'table_view':
      return missing.includes(block.table)
        ? [{ kind: 'missing', text: `(missing table: ${block.table})` }]
        : viewLines(ctx, workbookId, block, gone)
  }
}

async function viewLines(ctx: Context, workbookId: string, view: TableView, gone: AbortSignal): Promise<Line[]> {
  const { columns, rows, totals } = await readView(ctx, workbookId, view, gone)
  const types = columns.map(({ type }) => type)
  const lines: Line[] = view.title ? [{ kind: 'title', text: view.title }] : []
  if (view.show_header ?? true) lines.push({ kind: 'header', names: columns.map(({ name }) => name) })
  for (const values of rows) lines.push({ kind: 'row', values, types })
  if (totals) lines.push({ kind: 'totals', values: totals.map((value) => value ?? null), types })
  return lines
}
