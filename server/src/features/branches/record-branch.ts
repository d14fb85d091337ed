import type { Context } from '../../platform/context.ts'
import { newId, toWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import type { ReadableTable } from '../../tabular/readable-table.ts'
import { actorOf } from '../audit/actor.ts'
import { appendAuditEntry } from '../audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../audit/workbook-head.store.ts'
import { emitEvent } from '../events/events.ts'
import type { OpenedTable } from '../governance/reading/open-readable-table.ts'
import { type BranchedTable, type FileFormat, MOST_BRANCH_ROWS } from './branch.ts'
import { branchTooLarge, derivedNotBranchable } from './branches.errors.ts'
import { insertBranch, insertBranchTables, pinBranch } from './branches.store.ts'
import { firstFitting } from './first-fitting.ts'

const DAY_MS = 86_400_000
/** An event has its limit, and names may be long. */
const MOST_NAME_BYTES = 6_000

export type BranchRequest = {
  workbookId: string
  tables: readonly ReadableTable[]
  format: FileFormat
  filename: string
  actor: string | null
}

export function refuseIfNotBranchable({ layer, name, rowCount }: OpenedTable) {
  if (layer === 'derived') throw derivedNotBranchable(name)
  if (rowCount > MOST_BRANCH_ROWS) throw branchTooLarge(name, rowCount)
}

/** Remembers which version of each table a file holds, and keeps these versions. For callers who have opened the tables. */
export async function recordBranch(ctx: Context, request: BranchRequest): Promise<string> {
  const { workbookId, format, filename, actor } = request
  const branchId = newId()
  const expiresAt = new Date(ctx.now().getTime() + ctx.settings.retention.branchDays * DAY_MS)
  const tables = request.tables.map((table) => branchedTable(table, branchId))
  const names = request.tables.map(({ name }) => name)
  await inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    await insertBranch(tx, { workbookId, branchId, format, filename, actor: actorOf(ctx, actor), expiresAt })
    await insertBranchTables(tx, tables)
    for (const table of tables) await pinBranch(tx, table, expiresAt)
    await appendAuditEntry(tx, ctx, {
      workbookId,
      action: 'branch.record',
      target: { branch: toWireId('br', branchId) },
      detail: { tables: names, format },
      actor,
    })
    const fitting = firstFitting(request.tables, ({ name }) => Buffer.byteLength(name), MOST_NAME_BYTES)
    const versions = Object.fromEntries(fitting.map(({ name, version }) => [name, version]))
    const tableNames = fitting.map(({ name }) => name)
    const data = { branch_id: toWireId('br', branchId), tables: tableNames, base_edit_versions: versions }
    await emitEvent(tx, ctx, { workbookId, kind: 'version.branched', data, actor })
  })
  return branchId
}

const branchedTable = (table: ReadableTable, branchId: string): BranchedTable => ({
  workbookId: table.workbookId,
  branchId,
  tableId: table.tableId,
  baseVersion: table.version,
  rowCount: table.rowCount,
  columns: table.columns.filter(({ isMasked }) => !isMasked).map(({ id }) => id),
})
