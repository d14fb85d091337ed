import type { Context } from '../../../platform/context.ts'
import { notFound, ServiceError } from '../../../platform/errors.ts'
import { fromWireId, newId, toWireId } from '../../../platform/ids.ts'
import { inTransaction, type Tx } from '../../../platform/postgres.ts'
import { limitReached } from '../../accounts/accounts.errors.ts'
import { inviteMember } from '../../accounts/invitations/invitations.ts'
import { openAccount } from '../../accounts/open-account.ts'
import { lockOwner } from '../../credentials/credentials.store.ts'
import { applyGroupRoles } from '../groups/apply-group-roles.ts'
import { MOST_NAME_LENGTH } from '../groups/group-role.ts'
import { listRolesOfGroup } from '../groups/group-roles.store.ts'
import { recordAccountChange } from '../log/account-log.ts'
import { isOwnAddress } from './link-user.ts'
import { invalidScim, recordTaken } from './scim.errors.ts'
import {
  deleteScimGroup,
  findScimGroup,
  findScimGroupByName,
  type GroupMember,
  insertScimGroup,
  listGroupMembers,
  listScimGroups,
  lockScimGroup,
  replaceGroupMembers,
  type ScimGroupRow,
  updateScimGroup,
} from './scim-groups.store.ts'
import { patchResource, placeOf, type Resource, readResource } from './scim-schemas.ts'
import { listScimUsersByIds, type ScimUserRow } from './scim-users.store.ts'

/** Of each account. */
const MOST_SCIM_GROUPS = 2_000

type Described = { displayName: string; nameKey: string; externalId: string | null; scimUserIds: string[] }

export async function createScimGroup(ctx: Context, sent: Resource): Promise<Resource> {
  const { accountId } = await openAccount(ctx)
  const group = describeGroup(readResource('Group', sent))
  const { resource, invited } = await inTransaction(ctx.db, async (tx) => {
    await lockOwner(tx, 'account', accountId)
    if ((await listScimGroups(tx, accountId)).length >= MOST_SCIM_GROUPS)
      throw limitReached('SCIM groups', MOST_SCIM_GROUPS)
    await refuseIfTaken(tx, accountId, group)
    const { displayName, nameKey, externalId } = group
    const record = await insertScimGroup(tx, { accountId, groupId: newId(), displayName, nameKey, externalId })
    return fill(tx, ctx, record, group, [], 'scim.group.create')
  })
  await invite(ctx, invited)
  return resource
}

export async function readScimGroup(ctx: Context, groupId: string): Promise<Resource> {
  const { accountId } = await openAccount(ctx)
  const record = await findScimGroup(ctx.db, { accountId, groupId })
  if (!record) throw notFound('group', toWireId('scg', groupId))
  return presentScimGroup(ctx, record, await listGroupMembers(ctx.db, accountId, [groupId]))
}

export const replaceScimGroup = (ctx: Context, groupId: string, sent: Resource) =>
  changeScimGroup(ctx, groupId, async () => describeGroup(readResource('Group', sent)))

export const patchScimGroup = (ctx: Context, groupId: string, message: Resource) =>
  changeScimGroup(ctx, groupId, async (record, members) =>
    describeGroup(await patchResource('Group', presentScimGroup(ctx, record, members), message)),
  )

async function changeScimGroup(
  ctx: Context,
  groupId: string,
  describe: (record: ScimGroupRow, members: GroupMember[]) => Promise<Described>,
): Promise<Resource> {
  const { accountId } = await openAccount(ctx)
  const { resource, invited } = await inTransaction(ctx.db, async (tx) => {
    await lockOwner(tx, 'account', accountId)
    const record = await lockScimGroup(tx, { accountId, groupId })
    if (!record) throw notFound('group', toWireId('scg', groupId))
    const members = await listGroupMembers(tx, accountId, [groupId])
    const group = await describe(record, members)
    if (group.nameKey !== record.nameKey) await refuseIfTaken(tx, accountId, group)
    const { displayName, nameKey, externalId } = group
    const changed = await updateScimGroup(tx, record, { displayName, nameKey, externalId })
    return fill(tx, ctx, changed, group, members, 'scim.group.change')
  })
  await invite(ctx, invited)
  return resource
}

export async function removeScimGroup(ctx: Context, groupId: string) {
  const { accountId } = await openAccount(ctx)

  await inTransaction(ctx.db, async (tx) => {
    await lockOwner(tx, 'account', accountId)
    const record = await lockScimGroup(tx, { accountId, groupId })
    if (!record) throw notFound('group', toWireId('scg', groupId))
    const members = await listGroupMembers(tx, accountId, [groupId])
    await deleteScimGroup(tx, record)
    await recordAccountChange(tx, ctx, change(record, 'scim.group.remove', members.length))
    await applyToAll(tx, ctx, accountId, members)
  })
}

/** Who is in it from now on, and what follows for them and for those who were. */
async function fill(
  tx: Tx,
  ctx: Context,
  record: ScimGroupRow,
  { scimUserIds }: Described,
  before: readonly GroupMember[],
  action: string,
) {
  const { accountId, groupId } = record
  const people = scimUserIds.length === 0 ? [] : await listScimUsersByIds(tx, accountId, scimUserIds)
  if (people.length < scimUserIds.length) throw invalidScim('Each of the members must be a user of this account.')
  await replaceGroupMembers(tx, record, scimUserIds)
  await recordAccountChange(tx, ctx, change(record, action, people.length))
  const members = await listGroupMembers(tx, accountId, [groupId])
  await applyToAll(tx, ctx, accountId, [...before, ...members])
  const known = new Set(before.map(({ scimUserId }) => scimUserId))
  const added = people.filter(({ scimUserId }) => !known.has(scimUserId))
  return { resource: presentScimGroup(ctx, record, members), invited: await listInvited(tx, record, added) }
}

async function applyToAll(tx: Tx, ctx: Context, accountId: string, members: readonly GroupMember[]) {
  const users = new Set(members.flatMap(({ userId }) => userId ?? []))
  for (const userId of [...users].toSorted()) await applyGroupRoles(tx, ctx, accountId, userId)
}

type Invited = { workspaceId: string; email: string; baseRole: 'admin' | 'editor' | 'viewer' }

/** For people outside the domains of the account the provider's word is not enough: they are asked. */
async function listInvited(tx: Tx, { accountId, nameKey }: ScimGroupRow, added: ScimUserRow[]): Promise<Invited[]> {
  const roles = await listRolesOfGroup(tx, accountId, nameKey)
  if (roles.length === 0) return []
  const invited: Invited[] = []
  for (const record of added) {
    const { email, isActive, userId } = record
    if (!email || !isActive || userId || (await isOwnAddress(tx, record))) continue
    for (const { workspaceId, baseRole } of roles) invited.push({ workspaceId, email, baseRole })
  }
  return invited
}

/** Some are members already, and some limits hold here as for invitations by hand: a sync does not fail for that. */
async function invite(ctx: Context, invited: readonly Invited[]) {
  for (const { workspaceId, email, baseRole } of invited)
    await inviteMember(ctx, workspaceId, { email, baseRole }).catch((error: unknown) => {
      if (!(error instanceof ServiceError)) throw error
    })
}

async function refuseIfTaken(tx: Tx, accountId: string, { nameKey, displayName }: Described) {
  if (await findScimGroupByName(tx, accountId, nameKey)) throw recordTaken('group', displayName)
}

function describeGroup({ displayName, externalId = null, members }: Resource): Described {
  if (typeof displayName !== 'string' || displayName.trim() === '' || displayName.length > MOST_NAME_LENGTH)
    throw invalidScim(`displayName must be a text of 1 to ${MOST_NAME_LENGTH} characters.`)
  if (externalId !== null && (typeof externalId !== 'string' || externalId.length > 320))
    throw invalidScim('externalId must be a text of at most 320 characters.')
  // Safe: the schema made it a list of such objects.
  const listed = Array.isArray(members) ? (members as { value?: unknown; type?: unknown }[]) : []
  if (listed.some(({ type }) => type === 'Group'))
    throw invalidScim('Groups inside groups are not kept: name their users.')
  const scimUserIds = [...new Set(listed.map(({ value }) => fromWireId('scu', String(value))))]
  return { displayName, nameKey: displayName, externalId, scimUserIds }
}

const change = ({ accountId, groupId, displayName }: ScimGroupRow, action: string, members: number) => ({
  accountId,
  action,
  target: { scim_group_id: toWireId('scg', groupId) },
  detail: { display_name: displayName, members },
})

export const presentScimGroup = (
  { settings }: Pick<Context, 'settings'>,
  row: ScimGroupRow,
  members: readonly GroupMember[],
): Resource => ({
  id: toWireId('scg', row.groupId),
  displayName: row.displayName,
  ...(row.externalId === null ? {} : { externalId: row.externalId }),
  ...(members.length === 0
    ? {}
    : {
        members: members.map(({ scimUserId }) => ({
          value: toWireId('scu', scimUserId),
          type: 'User',
          $ref: `${placeOf(settings.baseUrl, 'User')}/${toWireId('scu', scimUserId)}`,
        })),
      }),
  meta: { created: row.createdAt.toISOString(), lastModified: row.updatedAt.toISOString() },
})
