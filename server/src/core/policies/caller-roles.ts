import type { BaseRole } from '../../people/accounts/workspaces/workspace.ts'
import { type Caller, type Writer, writerKindOf } from '../../platform/caller.ts'
import type { WorkbookMembership } from '../workbooks/workbook.ts'

export type RoleStanding = WorkbookMembership & {
  /** What an admin of the workspace gave, to a member or a guest. */
  customRoles: readonly string[] | null
  /** The base role of a member who left. */
  formerRole: BaseRole | null
}

/** Roles that count together: rules of any of them beat the rule for everybody. */
export type RoleSet = readonly string[]

/**
 * What policies know a caller as. No rank is exempt: an owner is `admin` and sees what the rules for it say. A key is
 * `service`, and `admin` too where it reaches its whole account.
 *
 * A link is `link`, and shows no more than its maker and its writers see: `role-sets-of.ts`.
 *
 * Almost always one set. A former member with a share has two, what they were and what the share makes them, and sees
 * what both sets show: neither leaving nor the share may show more than before.
 */
export function rolesIn(
  { kind, userId, reach }: Pick<Caller, 'userId' | 'reach'> & { kind: Exclude<Caller['kind'], 'link'> },
  standing: RoleStanding,
): RoleSet[] {
  return rolesOfWriter({ userId, kind: writerKindOf({ kind, reach }) }, standing)
}

/** The same for someone who wrote something, as what they are now. */
export function rolesOfWriter({ userId, kind }: Pick<Writer, 'userId' | 'kind'>, standing: RoleStanding): RoleSet[] {
  if (kind !== 'user') return [kind === 'account_key' ? ['service', 'admin'] : ['service']]
  const { accountOwnerId, ownerId, workspaceRole, memberRole, formerRole } = standing
  const custom = standing.customRoles ?? []
  const setOf = (role: string | null, isOwner: boolean): RoleSet => [
    ...new Set([...(isOwner ? ['admin'] : []), ...(role ? [role, ...custom] : [])]),
  ]
  if (accountOwnerId === userId || workspaceRole) {
    return [setOf(workspaceRole, accountOwnerId === userId || ownerId === userId)]
  }
  const asGuest = setOf(memberRole, false)
  return memberRole && formerRole ? [setOf(formerRole, ownerId === userId), asGuest] : [asGuest]
}
