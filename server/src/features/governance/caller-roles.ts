import type { Caller } from '../../platform/caller.ts'
import { effectiveRoles } from '../accounts/workspace.ts'
import type { Standing } from '../workbooks/workbook.ts'

export type RoleStanding = Standing & { customRoles: readonly string[] | null }

/**
 * What policies know somebody as. Nobody is exempt by rank: an owner is `admin` and sees what the rules for it say. A key
 * is `service`, and `admin` too where it reaches its whole account.
 */
export function rolesIn(
  { kind, userId, reach }: Pick<Caller, 'kind' | 'userId' | 'reach'>,
  standing: RoleStanding,
): string[] {
  if (kind === 'key') return reach.kind === 'account' ? ['service', 'admin'] : ['service']
  const { accountOwnerId, ownerId, workspaceRole, memberRole, customRoles } = standing
  const isOwner = accountOwnerId === userId || (ownerId === userId && workspaceRole !== null)
  const member = workspaceRole
    ? effectiveRoles({ baseRole: workspaceRole, customRoles: customRoles ?? [] })
    : memberRole
      ? [memberRole]
      : []
  return [...new Set([...(isOwner ? ['admin'] : []), ...member])]
}
