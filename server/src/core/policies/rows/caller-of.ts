import { findUser } from '../../../people/accounts/users.store.ts'
import type { Context } from '../../../platform/context.ts'
import type { OpenedWorkbook } from '../../workbooks/open-workbook.ts'
import { mayGovern } from '../../workbooks/workbook.ts'
import { roleSetsOf } from '../role-sets-of.ts'
import { mappedAttributes, type RowPoliciesAt } from './mapped-attributes.ts'
import { type Attributes, asksForEmail, type FilterCaller } from './row-policy.ts'

/** A key is no user, and what a link shows is not for its maker: neither has an address, nor attributes. */
export async function callerOf(
  ctx: Context,
  workbook: OpenedWorkbook,
  at: Omit<RowPoliciesAt, 'workbookId'>,
): Promise<FilterCaller> {
  const { caller } = ctx
  const isUser = caller.kind !== 'key' && caller.kind !== 'link'
  return callerAs(
    ctx,
    { ...at, workbookId: workbook.workbookId },
    {
      userId: isUser ? caller.userId : null,
      attributes: isUser ? (workbook.attributes ?? {}) : {},
      roleSets: await roleSetsOf(ctx, workbook),
      isGovernor: mayGovern(ctx, workbook),
    },
  )
}

export type KnownCaller = Pick<FilterCaller, 'roleSets' | 'isGovernor'> & {
  userId: string | null
  attributes: Attributes
}

/** The address is read with every request: a user who proves to hold one sees more from then on. */
export async function callerAs(ctx: Context, at: RowPoliciesAt, known: KnownCaller): Promise<FilterCaller> {
  const { userId, ...asker } = known
  const { policies } = at.rows
  const isMapped = policies.some(({ mapping }) => mapping)
  const isAsked = userId !== null && (isMapped || policies.some(({ condition }) => asksForEmail(condition)))
  const user = isAsked ? await findUser(ctx.db, userId) : undefined
  const email = user?.addressProvenAt ? user.emailKey : null
  const mapped = isMapped && email !== null ? await mappedAttributes(ctx, at, email) : NOTHING
  return { ...asker, email, mapped }
}

const NOTHING: FilterCaller['mapped'] = new Map()
