import type { Context } from '../../platform/context.ts'
import { ARTIFACT_STATES, hasRows } from '../artifacts/artifact.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { listPolicies, type PolicyRow } from './policies.store.ts'
import { listRegistered } from './readable-tables.store.ts'
import { nameOfColumn } from './spread-tags.ts'
import { readPoliciesNow } from './workbook-policies.ts'

/** A rule, and how many columns it touches. */
export type CountedPolicy = PolicyRow & { columns: number }

export async function readPolicyList(ctx: Context, workbookId: string, limit: number): Promise<CountedPolicy[]> {
  await openWorkbook(ctx, workbookId, 'viewer')
  return countColumns(ctx, workbookId, await listPolicies(ctx.db, workbookId, limit))
}

export async function countColumns(ctx: Context, workbookId: string, policies: readonly PolicyRow[]) {
  const { tags } = await readPoliciesNow(ctx.db, workbookId)
  const tables = (await listRegistered(ctx.db, workbookId, ARTIFACT_STATES)).filter(({ kind }) => hasRows(kind))
  // Tags stay on dropped columns, whose older versions can be read: only columns of today are counted.
  const held = tables.flatMap(({ artifactId: tableId, columns }) =>
    columns.flatMap(({ origin }) => tags.get(nameOfColumn({ tableId, origin })) ?? []),
  )
  return policies.map((policy) => ({ ...policy, columns: held.filter((its) => its.has(policy.tag)).length }))
}
