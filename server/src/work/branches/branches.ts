import { openReadableTable } from '../../core/reading/open-readable-table.ts'
import { openTablesById } from '../../core/reading/open-readable-tables.ts'
import { refuseIfAnyRowsHidden } from '../../core/reading/refuse-if-hidden.ts'
import type { EditPlace } from '../../core/tables/open-editable-table.ts'
import { openWorkbook } from '../../core/workbooks/open-workbook.ts'
import type { ReadableColumn, ReadableTable } from '../../engine/table/readable-table.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import type { Part } from './branch.ts'
import { branchClosed, branchMismatch, derivedNotBranchable } from './branches.errors.ts'
import { type BranchPage, listBranchTables, listOpenBranches, type StoredBranch } from './branches.store.ts'

/** The branch of a table that a file is to be merged into. A closed one only opens to the very bytes that closed it. */
export async function openBranch(ctx: Context, place: EditPlace, branchId: string, sha256: string) {
  const opened = await openReadableTable(ctx, place.workbookId, place.name, { role: 'editor' })
  if (opened.layer === 'derived') throw derivedNotBranchable(opened.name)
  const wireId = toWireId('br', branchId)
  const tables = await listBranchTables(ctx.db, opened.workbookId, branchId, ctx.now())
  if (tables.length === 0) throw notFound('branch', wireId)
  const branch = tables.find(({ tableId }) => tableId === opened.artifactId)
  if (!branch) throw branchMismatch(wireId, opened.name)
  if (branch.part && !partColumn(opened.table, branch.part)) throw notFound('branch', wireId)
  if (branch.status !== 'open' && !isReplay(branch, sha256)) throw branchClosed(wireId, opened.name)
  return { opened, branch }
}

/** The same file again gets the answer it got. */
export const isReplay = ({ mergedSha256 }: StoredBranch, sha256: string) => mergedSha256?.toString('hex') === sha256

/** The column that a part is of, if the caller sees its values: a part of a hidden column is no branch for them. */
export const partColumn = ({ columns }: ReadableTable, { origin }: Part): ReadableColumn | undefined =>
  columns.find((column) => column.origin === origin && !column.isMasked)

/** `partOf`: the name of the column by whose value the rows of a part were chosen. */
export type VisibleBranch = StoredBranch & { partOf: string | null }

/** Branches that wait for their file, one for each table, the newest first. */
export async function readBranches(ctx: Context, workbookId: string, { limit, after }: BranchPage) {
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  await refuseIfAnyRowsHidden(ctx, workbook)
  const found = await listOpenBranches(ctx.db, workbookId, { limit: limit + 1, after }, ctx.now())
  const branches = found.slice(0, limit)
  const parted = new Set(branches.flatMap(({ part, tableId }) => (part ? [tableId] : [])))
  const tables = parted.size > 0 ? await openTablesById(ctx, workbook, [...parted]) : []
  const seen = branches.flatMap((branch): VisibleBranch[] => {
    if (!branch.part) return [{ ...branch, partOf: null }]
    const opened = tables.find(({ artifactId }) => artifactId === branch.tableId)
    const column = opened && partColumn(opened.table, branch.part)
    return column ? [{ ...branch, partOf: column.name }] : []
  })
  return { branches: seen, next: found.length > limit ? (branches.at(-1) ?? null) : null }
}
