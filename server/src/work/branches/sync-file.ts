import { lockWorkbookHead } from '../../core/audit/workbook-head.store.ts'
import { openWorkbook } from '../../core/workbooks/open-workbook.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { fromWireId, NO_ID, toWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { type PreparedRevision, prepareRevision, reviseSource } from '../sources/ingest/revise-source.ts'
import { NOTHING_OVERWRITTEN } from '../sources/landing/keep-overwritten.ts'
import type { LandingOptions } from '../sources/landing/landing-versions.ts'
import type { Materialized } from '../sources/materialize/materialized.ts'
import { openRawSource } from '../sources/open-source.ts'
import { findSource } from '../sources/sources.store.ts'
import { BRANCH_PROPERTY } from './branch.ts'
import { branchInMark } from './branch-mark.ts'
import { nothingToSync } from './branches.errors.ts'
import { listBranchTables, type StoredBranch } from './branches.store.ts'
import { isReplay, openBranch } from './branches.ts'
import type { Merged, MergeOptions } from './merge-request.ts'
import { mergeInto, replayed } from './merge-table.ts'
import { planTableMerge, type TableMerge } from './plan-table-merge.ts'
import { type ReturnedFile, type ReturnedSheet, readReturnedFile } from './read-returned-file.ts'
import { sheetOfTable } from './sheet-to-merge.ts'

/** What a file that came back belongs to: tables of a branch, or a source of which it is the next edition. */
export type PreparedSync =
  | { kind: 'branch'; file: ReturnedFile; merges: { sheet: string; branch: StoredBranch; first: TableMerge | null }[] }
  | { kind: 'revision'; name: string; prepared: PreparedRevision }

/** Per sheet of the file what became of it. */
export type SyncResult =
  | { action: 'merged'; sheet: string; merged: Merged }
  | ({ action: 'revised'; sheet: string; table: string } & Pick<Materialized, 'overwritten' | 'opId'>)
  | { action: 'skipped'; sheet: string }

export type SyncOptions = MergeOptions & { branchId: string | null; landing: LandingOptions }

/** Reads the file, and finds out from itself what it belongs to. */
export async function prepareSync(ctx: Context, workbookId: string, wish: SyncOptions): Promise<PreparedSync> {
  await openWorkbook(ctx, workbookId, 'editor')
  const file = await readReturnedFile(ctx, workbookId, wish.file)
  const branchId = wish.branchId ?? branchIn(file)
  const tables = branchId === null ? [] : await listBranchTables(ctx.db, workbookId, branchId, ctx.now())
  if (wish.branchId !== null && tables.length === 0) throw notFound('branch', toWireId('br', wish.branchId))
  if (tables.length > 0) return { kind: 'branch', file, merges: await planMerges(ctx, wish, file, tables) }
  const { filename } = wish.file
  const source = await findSource(ctx.db, workbookId, filename, null)
  if (!source) throw nothingToSync(filename)
  const place = { workbookId, name: toWireId('src', source.sourceId) }
  return {
    kind: 'revision',
    name: place.name,
    prepared: await prepareRevision(ctx, openRawSource, place, wish.file, wish.landing),
  }
}

/** By its document properties, or by the marks of its sheets where a program dropped those. */
function branchIn({ properties, names }: ReturnedFile): string | null {
  const marks = [properties[BRANCH_PROPERTY], ...names.map(({ name }) => branchInMark(name))]
  const ids = marks.map((wireId) => (wireId ? fromWireId('br', wireId) : NO_ID))
  return ids.find((id) => id !== NO_ID) ?? null
}

async function planMerges(ctx: Context, wish: SyncOptions, file: ReturnedFile, tables: readonly StoredBranch[]) {
  const merges: { sheet: string; branch: StoredBranch; first: TableMerge | null }[] = []
  const left = new Set<ReturnedSheet>(file.sheets)
  for (const branch of tables) {
    const sheet = sheetOfTable({ ...file, sheets: [...left] }, branch, tables.length)
    if (!sheet) continue
    left.delete(sheet)
    const place = { workbookId: branch.workbookId, name: toWireId('art', branch.tableId) }
    const { opened } = await openBranch(ctx, place, branch.branchId, wish.file.sha256)
    const isDone = isReplay(branch, wish.file.sha256)
    const first = isDone ? null : await planTableMerge(ctx, opened, branch, { ...file, sheets: [sheet] }, wish)
    merges.push({ sheet: sheet.name, branch, first })
  }
  return merges
}

/** Merges every sheet that belongs to a table of the branch; a file of no branch becomes the next edition of its source. */
export async function syncFile(
  ctx: Context,
  workbookId: string,
  wish: SyncOptions,
  prepared: PreparedSync,
): Promise<SyncResult[]> {
  if (prepared.kind === 'branch') return syncBranch(ctx, workbookId, wish, prepared)
  if (wish.isDryRun) return wouldRevise(prepared.prepared)
  const revised: Materialized = await reviseSource(
    ctx,
    openRawSource,
    { workbookId, name: prepared.name },
    wish.file,
    prepared.prepared,
    wish.landing,
  )
  const { overwritten, opId } = revised
  return revised.reports.map(({ staged, table }) => ({
    action: 'revised',
    sheet: staged.sheet,
    table,
    overwritten,
    opId,
  }))
}

const wouldRevise = ({ sheets, outputs }: PreparedRevision): SyncResult[] =>
  [...sheets, ...outputs].map(({ name, staged }) => ({
    action: 'revised',
    sheet: staged.sheet,
    table: name,
    overwritten: NOTHING_OVERWRITTEN,
    opId: null,
  }))

async function syncBranch(
  ctx: Context,
  workbookId: string,
  wish: SyncOptions,
  { file, merges }: PreparedSync & { kind: 'branch' },
): Promise<SyncResult[]> {
  const merged = await inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    const inTx = { ...ctx, db: tx }
    const results: SyncResult[] = []
    for (const { sheet, branch, first } of merges) {
      const place = { workbookId, name: toWireId('art', branch.tableId) }
      const open = await openBranch(inTx, place, branch.branchId, wish.file.sha256)
      const own = { ...file, sheets: file.sheets.filter(({ name }) => name === sheet) }
      const outcome = isReplay(open.branch, wish.file.sha256)
        ? await replayed(inTx, open.branch, open.opened)
        : await mergeInto(tx, ctx, { branch: open.branch, file: own, wish, first, kind: 'sync' })
      results.push({ action: 'merged', sheet, merged: outcome })
    }
    return results
  })
  const taken = new Set(merges.map(({ sheet }) => sheet))
  const others = file.sheets.filter(({ name }) => !taken.has(name))
  return [...merged, ...others.map(({ name }): SyncResult => ({ action: 'skipped', sheet: name }))]
}
