import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { toWireId } from '../../../platform/ids.ts'
import { inTransaction, type Tx } from '../../../platform/postgres.ts'
import { accountOwnerStays, ownAttributes, reservedRole } from '../accounts.errors.ts'
import type { UserAttributes } from '../user.ts'
import { openWorkspace } from '../workspaces/open-workspace.ts'
import { type BaseRole, MOST_CUSTOM_ROLES, reservedAmong } from '../workspaces/workspace.ts'
import { lockWorkspace } from '../workspaces/workspaces.store.ts'
import { deleteGuest, findGuest, type Guest, listGuests, upsertGuest } from './guests.store.ts'
import { findOrigin, upsertOrigin } from './member-origins.store.ts'
import {
  deleteMember,
  findMember,
  insertMember,
  listMembers,
  type Member,
  updateAttributes,
  updateCustomRoles,
} from './members.store.ts'

/** Guests are shown to admins only: who has been given a workbook is not every member's business. */
export async function readMembers(ctx: Context, workspaceId: string) {
  const { role } = await openWorkspace(ctx, workspaceId, 'viewer')
  const isAdmin = role === 'admin' || role === 'owner'
  const [members, guests] = await Promise.all([
    listMembers(ctx.db, workspaceId),
    isAdmin ? listGuests(ctx.db, workspaceId) : [],
  ])
  return { members: isAdmin ? members : members.map((member) => ({ ...member, attributes: null })), guests }
}

/**
 * Replaces the custom roles of a member, whose base role stays, or of a guest. For a former member this also ends what
 * their base role hid: from then on policies know them by their shares and these roles.
 */
export async function setMemberRoles(
  ctx: Context,
  workspaceId: string,
  userId: string,
  customRoles: string[],
): Promise<Member | Guest> {
  await openWorkspace(ctx, workspaceId, 'admin')
  const reserved = reservedAmong(customRoles)
  if (reserved.length > 0) throw reservedRole(reserved)

  return inTransaction(ctx.db, async (tx) => {
    await lockWorkspace(tx, workspaceId)
    await openWorkspace({ ...ctx, db: tx }, workspaceId, 'admin')
    const member = await findMember(tx, workspaceId, userId)
    if (member) {
      const kept = await keepGroupRoles(tx, workspaceId, member, customRoles)
      await updateCustomRoles(tx, workspaceId, userId, kept)
      return { ...member, customRoles: kept }
    }
    const guest = await findGuest(tx, workspaceId, userId)
    if (!guest) throw notFound('member', toWireId('usr', userId))
    await upsertGuest(tx, {
      workspaceId,
      userId,
      formerRole: null,
      customRoles,
      attributes: JSON.stringify(guest.attributes),
    })
    return { ...guest, formerRole: null, customRoles }
  })
}

/** Roles that come from groups stay: they go when the groups do. */
async function keepGroupRoles(tx: Tx, workspaceId: string, { userId, customRoles }: Member, given: string[]) {
  const origin = await findOrigin(tx, workspaceId, userId)
  if (!origin) return given
  await upsertOrigin(tx, { ...origin, givenCustomRoles: given })
  const fromGroups = customRoles.filter((role) => !origin.givenCustomRoles.includes(role))
  return [...new Set([...given, ...fromGroups])].slice(0, MOST_CUSTOM_ROLES)
}

/**
 * Replaces what row policies may ask about a member or a guest. Never one's own: who sees rows by an attribute must have it from another
 * admin.
 */
export async function setMemberAttributes(
  ctx: Context,
  workspaceId: string,
  userId: string,
  attributes: UserAttributes,
): Promise<Member | Guest> {
  await openWorkspace(ctx, workspaceId, 'admin')
  if (userId === ctx.caller.userId) throw ownAttributes()

  return inTransaction(ctx.db, async (tx) => {
    await lockWorkspace(tx, workspaceId)
    await openWorkspace({ ...ctx, db: tx }, workspaceId, 'admin')
    const member = await findMember(tx, workspaceId, userId)
    if (member) {
      await updateAttributes(tx, workspaceId, userId, attributes)
      return { ...member, attributes }
    }
    const guest = await findGuest(tx, workspaceId, userId)
    if (!guest) throw notFound('member', toWireId('usr', userId))
    const { formerRole, customRoles } = guest
    const stored = { workspaceId, userId, formerRole, customRoles, attributes: JSON.stringify(attributes) }
    await upsertGuest(tx, stored)
    return { ...guest, attributes }
  })
}

/**
 * An admin removes any member but the account's owner; other members may leave. What policies knew the member as stays in
 * force for workbooks shared with them directly: leaving must not shed a role that hides something.
 */
export async function removeMember(ctx: Context, workspaceId: string, userId: string) {
  const needed = userId === ctx.caller.userId ? 'viewer' : 'admin'
  const workspace = await openWorkspace(ctx, workspaceId, needed)
  if (userId === workspace.ownerId) throw accountOwnerStays()

  await inTransaction(ctx.db, async (tx) => {
    await lockWorkspace(tx, workspaceId)
    // Of two admins who remove each other at once, the second is no admin any more.
    await openWorkspace({ ...ctx, db: tx }, workspaceId, needed)
    const left = await deleteMember(tx, workspaceId, userId)
    if (!left) throw notFound('member', toWireId('usr', userId))
    const { baseRole: formerRole, customRoles } = left
    await upsertGuest(tx, { workspaceId, userId, formerRole, customRoles, attributes: JSON.stringify(left.attributes) })
  })
}

type NewMember = { workspaceId: string; userId: string; baseRole: BaseRole }

/**
 * Custom roles and attributes kept from an earlier membership, or set for a guest, hold again. A member stays what they are; one
 * by groups is a member by hand from then on, too.
 */
export async function addMember(tx: Tx, { workspaceId, userId, baseRole }: NewMember) {
  const member = await findMember(tx, workspaceId, userId)
  if (member) {
    const origin = await findOrigin(tx, workspaceId, userId)
    if (origin && origin.givenRole === null) await upsertOrigin(tx, { ...origin, givenRole: baseRole })
    return
  }
  const kept = await deleteGuest(tx, workspaceId, userId)
  await insertMember(tx, { workspaceId, userId, baseRole, ...kept })
}
