import { composedName } from '../../../core/artifacts/artifact.ts'
import { appendAuditEntry } from '../../../core/audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../../../core/audit/workbook-head.store.ts'
import { emitEvent } from '../../../core/events/events.ts'
import { hiddenNames } from '../../../core/policies/governance.errors.ts'
import { type OpenedTable, openReadableTable } from '../../../core/reading/open-readable-table.ts'
import { openTablesById } from '../../../core/reading/open-readable-tables.ts'
import { seesConditions } from '../../../core/reading/sees-conditions.ts'
import { openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import { limitReached } from '../../../people/accounts/accounts.errors.ts'
import { writerOf } from '../../../platform/caller.ts'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { newId, toWireId } from '../../../platform/ids.ts'
import { inTransaction, type Tx } from '../../../platform/postgres.ts'
import { hidesParts, keptView, MOST_SAVED_VIEWS, type SavedView, type ViewState, visibleView } from './saved-view.ts'
import { viewChanged, viewNameTaken } from './saved-views.errors.ts'
import {
  countSavedViews,
  deleteSavedViewRow,
  findNamesake,
  findSavedView,
  insertSavedView,
  listSavedViews,
  updateSavedView,
} from './saved-views.store.ts'

export type VisibleView = { view: SavedView; state: ReturnType<typeof visibleView> }
type NewView = ViewState & { name: string; table: string }
type ViewChange = { name: string | undefined; state: ViewState | undefined; expected: number | null }

/** Keeps a way to look at a table under a name. */
export async function createSavedView(ctx: Context, workbookId: string, sent: NewView): Promise<VisibleView> {
  const name = composedName(sent.name, ['body', 'name'])
  const { artifactId: tableId, table } = await openReadableTable(ctx, workbookId, sent.table, {
    role: 'editor',
    rows: 'filtered',
  })
  const document = keptView(table.columns, sent)
  const viewId = newId()
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    if (await findNamesake(tx, { workbookId, viewId, tableId, name })) throw viewNameTaken(name)
    if ((await countSavedViews(tx, workbookId)) >= MOST_SAVED_VIEWS) throw limitReached('saved views', MOST_SAVED_VIEWS)
    const kept = { workbookId, viewId, tableId, name, document, createdBy: ctx.caller.userId }
    await insertSavedView(tx, kept, writerOf(ctx.caller))
    const view = await openIn(tx, workbookId, viewId)
    await record(tx, ctx, view, 'create')
    return { view, state: visibleView(table.columns, view.document, true) }
  })
}

/** Those of a table, or of all; without what the caller may not know. */
export async function readSavedViews(ctx: Context, workbookId: string, table: string | null): Promise<VisibleView[]> {
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  const tableId = table === null ? null : (await openReadableTable(ctx, workbookId, table, FILTERED)).artifactId
  const views = await listSavedViews(ctx.db, workbookId, tableId)
  const tableIds = [...new Set(views.map((view) => view.tableId))]
  const opened = await openTablesById(ctx, workbook, tableIds, FILTERED)
  const tables = new Map(opened.map((each) => [each.artifactId, each]))
  return views.map((view) => ({ view, state: stateFor(ctx, tables.get(view.tableId), view) }))
}

export async function readSavedView(ctx: Context, workbookId: string, viewId: string): Promise<VisibleView> {
  const { view, opened } = await openSavedView(ctx, workbookId, viewId, 'viewer')
  return { view, state: stateFor(ctx, opened, view) }
}

const FILTERED = { role: 'viewer', rows: 'filtered' } as const

const stateFor = (ctx: Context, opened: OpenedTable | undefined, { document, writers }: SavedView) =>
  visibleView(opened?.table.columns ?? [], document, opened !== undefined && seesConditions(ctx, opened, writers))

/** Gives it another name, or has it show the table in another way. */
export async function changeSavedView(ctx: Context, workbookId: string, viewId: string, change: ViewChange) {
  const { view: before, opened } = await openSavedView(ctx, workbookId, viewId, 'editor')
  const { columns } = opened.table
  const isFiltered = before.document.filter.length > 0 && !seesConditions(ctx, opened, before.writers)
  const name = change.name === undefined ? before.name : composedName(change.name, ['body', 'name'])
  // A caller who does not see all of it would write over what they cannot see.
  if (change.state && (isFiltered || hidesParts(before.document, columns, opened.schema))) throw hiddenNames()
  const document = change.state && keptView(columns, change.state)
  return inTransaction(ctx.db, async (tx): Promise<VisibleView> => {
    await lockWorkbookHead(tx, workbookId)
    const now = await openIn(tx, workbookId, viewId)
    if (change.expected !== null && now.version !== change.expected)
      throw viewChanged(now.name, change.expected, now.version)
    if (await findNamesake(tx, { ...now, name })) throw viewNameTaken(name)
    await updateSavedView(tx, now, { name, ...(document ? { document } : {}) }, document ? writerOf(ctx.caller) : null)
    const view = await openIn(tx, workbookId, viewId)
    await record(tx, ctx, view, 'update')
    return { view, state: stateFor(ctx, opened, view) }
  })
}

/** Deletes no data. */
export async function deleteSavedView(ctx: Context, workbookId: string, viewId: string) {
  await openSavedView(ctx, workbookId, viewId, 'editor')
  await inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    const view = await openIn(tx, workbookId, viewId)
    await deleteSavedViewRow(tx, workbookId, viewId)
    await record(tx, ctx, view, 'delete')
  })
}

async function openSavedView(ctx: Context, workbookId: string, viewId: string, role: 'viewer' | 'editor') {
  await openWorkbook(ctx, workbookId, role)
  const view = await findSavedView(ctx.db, workbookId, viewId)
  if (!view) throw notFound('saved view', toWireId('sv', viewId))
  const opened = await openReadableTable(ctx, workbookId, toWireId('art', view.tableId), { role, rows: 'filtered' })
  return { view, opened }
}

async function openIn(tx: Tx, workbookId: string, viewId: string): Promise<SavedView> {
  const view = await findSavedView(tx, workbookId, viewId)
  if (!view) throw notFound('saved view', toWireId('sv', viewId))
  return view
}

async function record(tx: Tx, ctx: Context, view: SavedView, change: 'create' | 'update' | 'delete') {
  const { workbookId, viewId, name, table, version } = view
  await appendAuditEntry(tx, ctx, {
    workbookId,
    action: `saved_view.${change}`,
    target: { saved_view: name, artifact: table },
  })
  const artifact = { id: toWireId('sv', viewId), name, type: 'saved_view', layer: null }
  await emitEvent(tx, ctx, {
    workbookId,
    kind: change === 'delete' ? 'artifact.deleted' : 'artifact.updated',
    data: { artifact, edit_version: version, cause: `saved_view.${change}` },
  })
}
