import type { Context } from '../../../platform/context.ts'
import { toWireId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { deleteGuest, findGuest, upsertGuest } from '../../accounts/members/guests.store.ts'
import { deleteOrigin, findOrigin, upsertOrigin } from '../../accounts/members/member-origins.store.ts'
import {
  deleteMember,
  findMember,
  insertMember,
  type Member,
  updateMember,
} from '../../accounts/members/members.store.ts'
import { findWorkspaceFor, lockWorkspace } from '../../accounts/workspaces/workspaces.store.ts'
import { recordAccountChange } from '../log/account-log.ts'
import { type Given, type GroupRole, rolesWith } from './group-role.ts'
import { listGroupRoles, listGroupsOf, listUsersWithGroups, listWorkspacesWithGroups } from './group-roles.store.ts'

type Who = Pick<Context, 'caller'> | 'system'

/**
 * Brings what a user is in the workspaces of an account into step with the groups they are in now. What was given by hand is
 * never taken away; a membership that came from groups alone ends with them.
 */
export async function applyGroupRoles(tx: Tx, who: Who, accountId: string, userId: string) {
  const groups = new Set(await listGroupsOf(tx, accountId, userId))
  for (const workspaceId of await listWorkspacesWithGroups(tx, accountId, userId))
    await applyInWorkspace(tx, who, { accountId, workspaceId, userId }, groups)
}

/** The same for everyone whom groups concern, in the one workspace whose rules have changed. */
export async function applyGroupRolesIn(tx: Tx, who: Who, accountId: string, workspaceId: string) {
  for (const userId of await listUsersWithGroups(tx, accountId)) {
    const groups = new Set(await listGroupsOf(tx, accountId, userId))
    await applyInWorkspace(tx, who, { accountId, workspaceId, userId }, groups)
  }
}

type WorkspaceMember = { accountId: string; workspaceId: string; userId: string }

async function applyInWorkspace(tx: Tx, who: Who, place: WorkspaceMember, groups: ReadonlySet<string>) {
  const { workspaceId, userId } = place
  await lockWorkspace(tx, workspaceId)
  const workspace = await findWorkspaceFor(tx, workspaceId, userId)
  // The owner of the account is an admin of all of it, whatever groups say.
  if (!workspace || workspace.ownerId === userId) return
  const all = await listGroupRoles(tx, workspaceId)
  const granted = all.filter(({ nameKey }) => groups.has(nameKey))
  const member = await findMember(tx, workspaceId, userId)
  const origin = await findOrigin(tx, workspaceId, userId)
  if (granted.length === 0 && !origin) return
  const given = origin ?? (member ? byHand(member) : await keptByHand(tx, place, all))
  const roles = rolesWith(given, granted)
  const before = member && { base_role: member.baseRole, custom_roles: member.customRoles }
  if (roles) await set(tx, place, member, given, roles)
  else await takeBack(tx, place, member, given)
  const now = roles ?? (given.givenRole && { baseRole: given.givenRole, customRoles: [...given.givenCustomRoles] })
  const after = now && { base_role: now.baseRole, custom_roles: now.customRoles }
  if (JSON.stringify(before ?? null) === JSON.stringify(after)) return
  const target = { workspace_id: toWireId('ws', workspaceId), user_id: toWireId('usr', userId) }
  const detail = { before: before ?? null, after, groups: granted.map(({ groupName }) => groupName) }
  await recordAccountChange(tx, who, { accountId: place.accountId, action: 'account.groups.apply', target, detail })
}

const byHand = ({ baseRole, customRoles }: Member): Given => ({ givenRole: baseRole, givenCustomRoles: customRoles })

/** Custom roles of an earlier membership hold again, except those that groups of this workspace give: they may be over. */
async function keptByHand(tx: Tx, { workspaceId, userId }: WorkspaceMember, all: readonly GroupRole[]): Promise<Given> {
  const ofGroups = new Set(all.flatMap(({ customRoles }) => customRoles))
  const guest = await findGuest(tx, workspaceId, userId)
  const kept = guest?.customRoles ?? []
  return { givenRole: null, givenCustomRoles: kept.filter((role) => !ofGroups.has(role)) }
}

type Roles = NonNullable<ReturnType<typeof rolesWith>>

async function set(
  tx: Tx,
  { workspaceId, userId }: WorkspaceMember,
  member: Member | undefined,
  given: Given,
  roles: Roles,
) {
  if (member) await updateMember(tx, { workspaceId, userId, ...roles })
  else await insertMember(tx, { workspaceId, userId, ...(await deleteGuest(tx, workspaceId, userId)), ...roles })
  const { givenRole, givenCustomRoles } = given
  await upsertOrigin(tx, { workspaceId, userId, givenRole, givenCustomRoles: [...givenCustomRoles] })
}

/** No group gives anything here any more. */
async function takeBack(tx: Tx, { workspaceId, userId }: WorkspaceMember, member: Member | undefined, given: Given) {
  if (!member) return
  if (given.givenRole) {
    const customRoles = [...given.givenCustomRoles]
    await updateMember(tx, { workspaceId, userId, baseRole: given.givenRole, customRoles })
    await deleteOrigin(tx, workspaceId, userId)
    return
  }
  await deleteMember(tx, workspaceId, userId)
  // Leaving must not shed a role that hides something in a workbook that is shared with them directly.
  const { baseRole: formerRole, customRoles } = member
  const attributes = JSON.stringify(member.attributes)
  await upsertGuest(tx, { workspaceId, userId, formerRole, customRoles, attributes })
}
