import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { changePolicies } from './change-policies.ts'
import { openForGovernance } from './open-for-governance.ts'
import { deletePolicies } from './policies.store.ts'

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
