import type { Context } from '../../../platform/context.ts'
import type { OpenedWorkbook } from '../../workbooks/open-workbook.ts'
import { governedWorkbook, hiddenNames } from '../governance.errors.ts'
import { rolesIn } from '../policies/caller-roles.ts'
import { decideStrictest } from '../policies/decide-effect.ts'
import { readPolicies } from '../policies/workbook-policies.ts'
import type { OpenedTable } from './open-readable-table.ts'

declare const seesAll: unique symbol

/** That the caller sees every column of a workbook. Only the check below gives it out. */
export type SeesAll = { readonly [seesAll]: true }

/** Where something of a file would show that no policy lies over: for callers who see all columns anyway it is open. */
export async function refuseIfAnythingHidden(ctx: Context, workbook: OpenedWorkbook): Promise<SeesAll> {
  if (await isAnythingHidden(ctx, workbook)) throw governedWorkbook(workbook.workbookId)
  // Safe: the mark is a promise, not a member.
  return {} as SeesAll
}

/** A rule hides some tag of the workbook from the caller. */
export async function isAnythingHidden(ctx: Context, workbook: OpenedWorkbook): Promise<boolean> {
  const { workbookId, isGoverned, policyEpoch } = workbook
  if (!isGoverned) return false
  const { rules } = await readPolicies(ctx.db, workbookId, policyEpoch)
  const roleSets = rolesIn(ctx.caller, workbook)
  const tags = new Set(rules.map(({ tag }) => tag))
  const isHidden = (tag: string) =>
    decideStrictest({ tags: new Map([[tag, null]]) }, rules, roleSets).effect !== 'allow'
  return [...tags].some(isHidden)
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
