import type { Context } from '../../../platform/context.ts'
import { toWireId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { accountOwnerStays } from '../../accounts/accounts.errors.ts'
import { findAccount } from '../../accounts/accounts.store.ts'
import { deleteInvitationsTo } from '../../accounts/invitations/invitations.store.ts'
import { domainOf } from '../domains/domain.ts'
import { findHolder } from '../domains/domains.store.ts'
import { applyGroupRoles } from '../groups/apply-group-roles.ts'
import { recordAccountChange } from '../log/account-log.ts'
import { applyAccountPolicy } from '../policies/account-policies.store.ts'
import { endMembership, findInsider, findProvenUser, type ScimUserRow, updateScimUser } from './scim-users.store.ts'

type Who = Pick<Context, 'caller'> | 'system'

/**
 * Finds the user behind a record: one who has proven to hold its address, which must lie in a domain of the account. A record is
 * linked at the user's next login otherwise. The client of the provider never learns which.
 */
export async function linkProvenUser(tx: Tx, who: Who, record: ScimUserRow): Promise<ScimUserRow> {
  if (record.userId || !record.isActive || !record.emailKey || !(await isOwnAddress(tx, record))) return record
  const userId = await findProvenUser(tx, record.emailKey)
  return userId ? linkUser(tx, who, record, userId) : record
}

/** May the provider of this account speak for the address? */
export async function isOwnAddress(tx: Tx, { accountId, emailKey }: Pick<ScimUserRow, 'accountId' | 'emailKey'>) {
  const domain = emailKey && domainOf(emailKey)
  const holder = domain ? await findHolder(tx, domain) : undefined
  return holder?.accountId === accountId
}

/** A user who was behind the record before is out, unless they own the account: the address is another person’s now. */
export async function linkUser(tx: Tx, who: Who, record: ScimUserRow, userId: string): Promise<ScimUserRow> {
  const { accountId } = record
  if (record.userId === userId) return record
  const account = await findAccount(tx, accountId)
  if (record.userId && record.userId !== account?.ownerId) await endMembership(tx, accountId, record.userId)
  const linked = await updateScimUser(tx, record, { userId })
  const target = { scim_user_id: toWireId('scu', record.scimUserId), user_id: toWireId('usr', userId) }
  await recordAccountChange(tx, who, { accountId, action: 'scim.user.link', target })
  await applyAccountPolicy(tx, accountId, userId)
  return linked
}

/** Brings what the user behind a record is into step with its groups. */
export async function applyRecord(tx: Tx, who: Who, record: ScimUserRow) {
  if (record.userId && record.isActive) await applyGroupRoles(tx, who, record.accountId, record.userId)
}

/**
 * The provider removed a person: from this commit on nothing of the account is open to them, on any node. That is so for a
 * member who was invited by hand, too, when the address is the same.
 */
export async function endRecord(tx: Tx, ownerId: string, record: ScimUserRow) {
  const { accountId, emailKey } = record
  const insider = emailKey ? await findInsider(tx, accountId, emailKey) : undefined
  const users = new Set([record.userId, insider].filter((userId) => userId !== null && userId !== undefined))
  if (users.has(ownerId)) throw accountOwnerStays()
  for (const userId of users) await endMembership(tx, accountId, userId)
  if (emailKey) await deleteInvitationsTo(tx, accountId, emailKey)
}
