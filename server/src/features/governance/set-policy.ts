import type { Context } from '../../platform/context.ts'
import { invalidField } from '../artifacts/artifacts.errors.ts'
import { actorOf } from '../audit/actor.ts'
import { changePolicies } from './change-policies.ts'
import { openForGovernance } from './open-for-governance.ts'
import { upsertPolicy } from './policies.store.ts'
import type { Rule } from './policy.ts'

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
