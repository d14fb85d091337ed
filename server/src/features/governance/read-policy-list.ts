import type { Context } from '../../platform/context.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { listPolicies, type PolicyRow } from './policies.store.ts'
import { readPoliciesNow } from './workbook-policies.ts'

/** A rule, and how many columns it touches. */
export type CountedPolicy = PolicyRow & { columns: number }

export async function readPolicyList(ctx: Context, workbookId: string, limit: number): Promise<CountedPolicy[]> {
  await openWorkbook(ctx, workbookId, 'viewer')
  return countColumns(ctx, workbookId, await listPolicies(ctx.db, workbookId, limit))
}

export async function countColumns(ctx: Context, workbookId: string, policies: readonly PolicyRow[]) {
  const { tags } = await readPoliciesNow(ctx.db, workbookId)
  const held = [...tags.values()]
  return policies.map((policy) => ({ ...policy, columns: held.filter((its) => its.has(policy.tag)).length }))
}
