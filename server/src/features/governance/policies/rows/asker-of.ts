import type { Context } from '../../../../platform/context.ts'
import type { Db } from '../../../../platform/postgres.ts'
import { findUser } from '../../../accounts/users.store.ts'
import type { OpenedWorkbook } from '../../../workbooks/open-workbook.ts'
import { type RoleSet, rolesIn } from '../caller-roles.ts'
import type { RowPolicies } from './row-access.ts'
import { type Asker, asksForEmail } from './row-policy.ts'

/** A key is no user, and what a link shows is not for its maker: neither has an address. */
export async function askerOf({ caller, db }: Context, workbook: OpenedWorkbook, rows: RowPolicies): Promise<Asker> {
  const userId = caller.kind === 'key' || caller.kind === 'link' ? null : caller.userId
  return askerAs(db, userId, rolesIn(caller, workbook), rows)
}

/** The address is read with every request: a user who proves to hold one sees more from then on. */
export async function askerAs(
  db: Db,
  userId: string | null,
  roleSets: readonly RoleSet[],
  { policies }: RowPolicies,
): Promise<Asker> {
  const isAsked = userId !== null && policies.some(({ condition }) => asksForEmail(condition))
  const user = isAsked ? await findUser(db, userId) : undefined
  return { email: user?.addressProvenAt ? user.emailKey : null, roleSets }
}
