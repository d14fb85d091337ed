import { strongest } from '../../accounts/permission.ts'
import { type BaseRole, MOST_CUSTOM_ROLES } from '../../accounts/workspaces/workspace.ts'

/** What members of a group are in a workspace. */
export type GroupRole = {
  workspaceId: string
  /** The name as the provider has it: another spelling is another group. */
  nameKey: string
  groupName: string
  baseRole: BaseRole
  customRoles: string[]
}

/** Of each workspace. */
export const MOST_GROUP_ROLES = 200

/** Longer names are of no group. */
export const MOST_NAME_LENGTH = 200

/** More are not looked at: a provider that names so many leaves them out itself. */
export const MOST_LOGIN_GROUPS = 1_000

/** What was given by hand. `givenRole` is null where the membership comes from groups alone. */
export type Given = { givenRole: BaseRole | null; givenCustomRoles: readonly string[] }

/** What a member is: the strongest base role, and every custom role. Null: no group gives anything here. */
export function rolesWith(given: Given, granted: readonly GroupRole[]) {
  if (granted.length === 0) return null
  // Safe: none of them is an owner, and one is there at least.
  const baseRole = strongest(given.givenRole, ...granted.map((role) => role.baseRole)) as BaseRole
  const customRoles = [...new Set([...given.givenCustomRoles, ...granted.flatMap((role) => role.customRoles)])]
  return { baseRole, customRoles: customRoles.slice(0, MOST_CUSTOM_ROLES) }
}
