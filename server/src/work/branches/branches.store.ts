import { sql } from 'kysely'
import type { Actor } from '../../core/audit/actor.ts'
import type { Db, Tx } from '../../platform/postgres.ts'
import { type Branch, type BranchedTable, type FileFormat, statusOf } from './branch.ts'

export type NewBranch = {
  workbookId: string
  branchId: string
  format: FileFormat
  filename: string
  actor: Actor
  expiresAt: Date
}

export async function insertBranch(tx: Tx, { actor, expiresAt, ...branch }: NewBranch) {
  await tx
    .insertInto('branch')
    .values({ ...branch, actor: JSON.stringify(actor), expiresAt: expiresAt.toISOString() })
    .execute()
}

export async function insertBranchTables(tx: Tx, tables: readonly BranchedTable[]) {
  await tx
    .insertInto('branchTable')
    .values(
      tables.map(({ columns, part, ...table }) => ({
        ...table,
        columns: [...columns],
        partOrigin: part?.origin ?? null,
        partValue: part?.value ?? null,
      })),
    )
    .execute()
}

/** The version stays readable until then, whatever its age. */
export async function pinBranch(tx: Tx, table: BranchedTable, expiresAt: Date) {
  const { workbookId, tableId, baseVersion, branchId } = table
  await sql`select pin_branch(${workbookId}, ${tableId}, ${baseVersion}, ${branchId}, ${expiresAt})`.execute(tx)
}

export async function unpinBranch(tx: Tx, { workbookId, tableId, branchId }: BranchedTable) {
  await sql`select unpin_branch(${workbookId}, ${tableId}, ${branchId})`.execute(tx)
}

const branched = (db: Db, workbookId: string) =>
  db
    .selectFrom('branchTable')
    .innerJoin('branch', (join) =>
      join
        .onRef('branch.workbookId', '=', 'branchTable.workbookId')
        .onRef('branch.branchId', '=', 'branchTable.branchId'),
    )
    .innerJoin('artifact', (join) =>
      join
        .onRef('artifact.workbookId', '=', 'branchTable.workbookId')
        .onRef('artifact.artifactId', '=', 'branchTable.tableId'),
    )
    .where('branchTable.workbookId', '=', workbookId)
    .selectAll('branchTable')
    .select(['artifact.name as tableName', 'branch.format', 'branch.filename', 'branch.actor'])
    .select(['branch.createdAt', 'branch.expiresAt'])

type BranchRow = Awaited<ReturnType<ReturnType<typeof branched>['execute']>>[number]

/** A table of a branch with what became of it. */
export type StoredBranch = Branch & { mergedSha256: Buffer | null; mergedOp: number | null; report: unknown }

const branchFrom =
  (now: Date) =>
  ({ partOrigin, partValue, ...row }: BranchRow): StoredBranch => ({
    ...row,
    part: partOrigin === null ? null : { origin: partOrigin, value: partValue },
    // Safe: written with the branch alone.
    actor: row.actor as unknown as Actor,
    status: statusOf(row.mergedAt, row.expiresAt, now),
  })

export type BranchPage = { limit: number; after: { branchId: string; tableId: string } | null }

/** Open ones, the newest first. */
export async function listOpenBranches(db: Db, workbookId: string, { limit, after }: BranchPage, now: Date) {
  let query = branched(db, workbookId)
    .where('branchTable.mergedAt', 'is', null)
    .where('branch.expiresAt', '>', now)
    .where('artifact.deletedAt', 'is', null)
    .orderBy('branchTable.branchId', 'desc')
    .orderBy('branchTable.tableId', 'desc')
    .limit(limit)
  if (after)
    query = query.where(
      sql<boolean>`(branch_table.branch_id, branch_table.table_id) < (${after.branchId}::uuid, ${after.tableId}::uuid)`,
    )
  return (await query.execute()).map(branchFrom(now))
}

/** Every table of a branch. */
export async function listBranchTables(db: Db, workbookId: string, branchId: string, now: Date) {
  const rows = await branched(db, workbookId)
    .where('branchTable.branchId', '=', branchId)
    .where('artifact.deletedAt', 'is', null)
    .orderBy('artifact.name')
    .execute()
  return rows.map(branchFrom(now))
}

export type MergedBranch = { mergedSha256: Buffer; mergedOp: number | null; report: unknown }

/** False: it was merged before. */
export async function closeBranch(tx: Tx, table: BranchedTable, { report, ...merged }: MergedBranch): Promise<boolean> {
  const { workbookId, branchId, tableId } = table
  const { numUpdatedRows } = await tx
    .updateTable('branchTable')
    .set({ ...merged, report: JSON.stringify(report), mergedAt: sql<Date>`now()` })
    .where('workbookId', '=', workbookId)
    .where('branchId', '=', branchId)
    .where('tableId', '=', tableId)
    .where('mergedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
