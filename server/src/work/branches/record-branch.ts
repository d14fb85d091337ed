import { actorOf } from '../../core/audit/actor.ts'
import { appendAuditEntry } from '../../core/audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../../core/audit/workbook-head.store.ts'
import { emitEvent } from '../../core/events/events.ts'
import type { OpenedTable } from '../../core/reading/open-readable-table.ts'
import { wholeRowCount } from '../../core/reading/refuse-if-hidden.ts'
import type { ReadableTable } from '../../engine/table/readable-table.ts'
import type { Context } from '../../platform/context.ts'
import { newId, toWireId } from '../../platform/ids.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { type BranchedTable, type FileFormat, MOST_BRANCH_ROWS, type Part } from './branch.ts'
import { branchTooLarge, derivedNotBranchable } from './branches.errors.ts'
import { insertBranch, insertBranchTables, pinBranch } from './branches.store.ts'
import { firstFitting } from './first-fitting.ts'

const DAY_MS = 86_400_000
/** An event has its limit, and names may be long. */
const MOST_NAME_BYTES = 6_000

export type BranchRequest = {
  workbookId: string
  tables: readonly TableToBranch[]
  format: FileFormat
  filename: string
  actor: string | null
}

/** A branch whose id a file has before it is recorded. */
export type PlannedBranch = BranchRequest & { branchId: string }

/** Branches are listed by their ids; those of one millisecond are in no order by themselves. */
export function planBranches(requests: readonly BranchRequest[]): PlannedBranch[] {
  const ids = requests.map(() => newId()).sort()
  return requests.map((request, n) => ({ ...request, branchId: ids[n] ?? newId() }))
}

/** A table that goes out whole, or so many of its rows. */
export type TableToBranch = { table: ReadableTable; part: (Part & { rowCount: number }) | null }

export function refuseIfNotBranchable({ layer, name }: OpenedTable, rows: number) {
  if (layer === 'derived') throw derivedNotBranchable(name)
  if (rows > MOST_BRANCH_ROWS) throw branchTooLarge(name, rows)
}

/**
 * Remembers which version of each table a file holds, and keeps these versions. For callers who have opened the tables. Several files
 * of one workbook are recorded together or not at all.
 */
export async function recordBranches(
  ctx: Context,
  workbookId: string,
  planned: readonly PlannedBranch[],
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    for (const branch of planned) await record(tx, ctx, branch)
  })
}

async function record(tx: Tx, ctx: Context, request: PlannedBranch): Promise<void> {
  const { workbookId, branchId, format, filename, actor } = request
  const expiresAt = new Date(ctx.now().getTime() + ctx.settings.retention.branchDays * DAY_MS)
  const tables = request.tables.map((table) => branchedTable(table, branchId))
  const readable = request.tables.map(({ table }) => table)
  await insertBranch(tx, { workbookId, branchId, format, filename, actor: actorOf(ctx, actor), expiresAt })
  await insertBranchTables(tx, tables)
  for (const table of tables) await pinBranch(tx, table, expiresAt)
  await appendAuditEntry(tx, ctx, {
    workbookId,
    action: 'branch.record',
    target: { branch: toWireId('br', branchId) },
    detail: { tables: readable.map(({ name }) => name), format },
    actor,
  })
  const fitting = firstFitting(readable, ({ name }) => Buffer.byteLength(name), MOST_NAME_BYTES)
  const versions = Object.fromEntries(fitting.map(({ name, version }) => [name, version]))
  const tableNames = fitting.map(({ name }) => name)
  const data = { branch_id: toWireId('br', branchId), tables: tableNames, base_edit_versions: versions }
  await emitEvent(tx, ctx, { workbookId, kind: 'version.branched', data, actor })
}

const branchedTable = ({ table, part }: TableToBranch, branchId: string): BranchedTable => ({
  workbookId: table.workbookId,
  branchId,
  tableId: table.tableId,
  baseVersion: table.version,
  rowCount: part?.rowCount ?? wholeRowCount(table),
  columns: table.columns.filter(({ isMasked }) => !isMasked).map(({ id }) => id),
  part: part && { origin: part.origin, value: part.value },
})
