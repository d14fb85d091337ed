import type { Context } from '../../platform/context.ts'
import { decideStrictest } from '../policies/decide-effect.ts'
import { governedWorkbook, hiddenNames, hiddenRows } from '../policies/governance.errors.ts'
import { roleSetsOf } from '../policies/role-sets-of.ts'
import { callerOf } from '../policies/rows/caller-of.ts'
import { filteredTables } from '../policies/rows/row-access.ts'
import { tableOfColumn } from '../policies/tags/spread-tags.ts'
import { readPolicies } from '../policies/workbook-policies.ts'
import type { OpenedWorkbook } from '../workbooks/open-workbook.ts'
import { lensFor } from './lens.ts'
import type { OpenedTable } from './open-readable-table.ts'

/** Refuses callers who do not see every column and row of the workbook. */
export async function refuseIfAnythingHidden(ctx: Context, workbook: OpenedWorkbook) {
  if (await isAnythingHidden(ctx, workbook)) throw governedWorkbook(workbook.workbookId)
}

/** A rule hides some tag of the workbook from the caller, or a policy some rows. */
export async function isAnythingHidden(ctx: Context, workbook: OpenedWorkbook): Promise<boolean> {
  const { workbookId, isGoverned, policyEpoch } = workbook
  if (!isGoverned) return false
  const policies = await readPolicies(ctx.db, workbookId, policyEpoch)
  const { rules, rows } = policies
  if (filteredTables(rows, await callerOf(ctx, workbook, policies)).size > 0) return true
  const roleSets = await roleSetsOf(ctx, workbook)
  const tags = new Set(rules.map(({ tag }) => tag))
  const isHidden = (tag: string) =>
    decideStrictest({ tags: new Map([[tag, null]]) }, rules, roleSets).effect !== 'allow'
  return [...tags].some(isHidden)
}

/**
 * Whether something of a table is hidden from the caller: rows, or columns of today, of older versions or of a table that was purged.
 * A file is asked for by its id, as far as rows go: it is made from whatever was read from it.
 */
export async function hidingTables(ctx: Context, workbook: OpenedWorkbook): Promise<(tableId: string) => boolean> {
  const { workbookId, isGoverned, policyEpoch } = workbook
  if (!isGoverned) return () => false
  const policies = await readPolicies(ctx.db, workbookId, policyEpoch)
  const { rules, rows, tags } = policies
  const roleSets = await roleSetsOf(ctx, workbook)
  const hiding = new Set(filteredTables(rows, await callerOf(ctx, workbook, policies)).keys())
  for (const [column, its] of tags)
    if (decideStrictest({ tags: its }, rules, roleSets).effect !== 'allow') hiding.add(tableOfColumn(column))
  return (tableId) => hiding.has(tableId)
}

/** Rows of some table of the workbook are hidden from the caller. */
export async function hidesRows(ctx: Context, workbook: OpenedWorkbook): Promise<boolean> {
  return (await lensFor(ctx, workbook, workbook.policyEpoch)).hidesRows
}

/** Where something changes or shows that may be of any table, or of several: only callers who see all rows of all may come in. */
export async function refuseIfAnyRowsHidden(ctx: Context, workbook: OpenedWorkbook) {
  if (await hidesRows(ctx, workbook)) throw hiddenRows(workbook.workbookId)
}

/** How many rows a table has, for doors that are open only to callers who see all of them. */
export function wholeRowCount({ rowCount, workbookId }: Pick<OpenedTable['table'], 'rowCount' | 'workbookId'>): number {
  if (rowCount === null) throw hiddenRows(workbookId)
  return rowCount
}

/**
 * Before a caller gives a column a name. Where columns are denied, every name is refused in the same way: if only the names of
 * hidden columns were, the refusal would confirm them.
 */
export function refuseIfNamesHidden({ table, schema }: OpenedTable) {
  if (table.columns.length < schema.length) throw hiddenNames()
}

/** Where bytes would leave that no policy lies over. */
export function refuseIfGoverned({ isGoverned, workbookId }: OpenedWorkbook) {
  if (isGoverned) throw governedWorkbook(workbookId)
}
