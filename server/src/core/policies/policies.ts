import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { ARTIFACT_STATES, hasRows } from '../artifacts/artifact.ts'
import { invalidField } from '../artifacts/artifacts.errors.ts'
import { actorOf } from '../audit/actor.ts'
import { appendAuditEntry } from '../audit/append-audit-entry.ts'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import { lockWorkbookHead, raisePolicyEpoch } from '../audit/workbook-head.store.ts'
import { listRegistered } from '../reading/readable-tables.store.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { updateWorkbook } from '../workbooks/workbooks.store.ts'
import { openForGovernance } from './open-for-governance.ts'
import {
  type AfterPolicy,
  deletePolicies,
  hasPolicies,
  listPolicies,
  listTagLabels,
  type PolicyRow,
  upsertPolicy,
} from './policies.store.ts'
import type { Rule } from './policy.ts'
import { nameOfColumn } from './tags/spread-tags.ts'
import { readPoliciesNow } from './workbook-policies.ts'

/** Says what a tag does to columns for a role. */
export async function setPolicy(
  ctx: Context,
  workbookId: string,
  { note, actor, ...rule }: Rule & { note: string | null; actor: string | null },
) {
  await openForGovernance(ctx, workbookId)
  const { tag, role, effect, maskStyle } = rule
  if (maskStyle !== 'null' && effect !== 'mask')
    throw invalidField(['body', 'mask_style'], 'enum', 'a style is for effect mask')
  const detail = { tag, role, effect, ...(maskStyle === 'null' ? {} : { mask_style: maskStyle }) }
  const entry = { workbookId, action: 'policy.set', target: { tag }, detail, actor }
  return changePolicies(ctx, entry, (tx) => upsertPolicy(tx, { workbookId, ...rule, note, actor: actorOf(ctx, actor) }))
}

/** Takes back the rule of one role, or all rules of a tag. The tag stays on its columns. */
export async function deletePolicy(
  ctx: Context,
  workbookId: string,
  { tag, role, actor }: { tag: string; role: string | null; actor: string | null },
) {
  await openForGovernance(ctx, workbookId)
  const entry = { workbookId, action: 'policy.delete', target: { tag }, detail: { role }, actor }
  await changePolicies(ctx, entry, async (tx) => {
    const deleted = await deletePolicies(tx, workbookId, tag, role)
    if (deleted === 0) throw notFound('policy', role === null ? tag : `${tag} for ${role}`)
  })
}

/** A rule, what users read instead of its tag, and how many columns it touches. */
export type CountedPolicy = PolicyRow & { label: string | null; columns: number }

/** A page of them, and where the next one starts. */
export async function readPolicyList(
  ctx: Context,
  workbookId: string,
  { limit, after }: { limit: number; after: AfterPolicy },
): Promise<{ policies: CountedPolicy[]; next: AfterPolicy }> {
  await openWorkbook(ctx, workbookId, 'viewer')
  const rows = await listPolicies(ctx.db, workbookId, limit + 1, after)
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    policies: await countColumns(ctx, workbookId, page),
    next: last ? { tag: last.tag, role: last.role } : null,
  }
}

export async function countColumns(ctx: Context, workbookId: string, policies: readonly PolicyRow[]) {
  const { tags } = await readPoliciesNow(ctx.db, workbookId)
  const tables = (await listRegistered(ctx.db, workbookId, ARTIFACT_STATES)).filter(({ kind }) => hasRows(kind))
  // Tags stay on dropped columns, whose older versions can be read: only columns of today are counted.
  const held = tables.flatMap(({ artifactId: tableId, columns }) =>
    columns.flatMap(({ origin }) => tags.get(nameOfColumn({ tableId, origin })) ?? []),
  )
  const labels = await listTagLabels(ctx.db, workbookId)
  return policies.map((policy) => ({
    ...policy,
    label: labels.get(policy.tag) ?? null,
    columns: held.filter((its) => its.has(policy.tag)).length,
  }))
}

/** Changes who sees what, under the lock of the workbook: every later request, on any node, is answered by it. */
export async function changePolicies<T>(ctx: Context, entry: NewAuditEntry, write: (tx: Tx) => Promise<T>): Promise<T> {
  const { workbookId } = entry
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    const written = await write(tx)
    await raisePolicyEpoch(tx, workbookId)
    await updateWorkbook(tx, workbookId, { isGoverned: await hasPolicies(tx, workbookId) })
    await appendAuditEntry(tx, ctx, entry)
    return written
  })
}
