import type { Tx } from '../../platform/postgres.ts'
import { emailKey } from '../accounts/user.ts'
import { domainOf } from './domains/domain.ts'
import { findHolder } from './domains/domains.store.ts'
import { applyGroupRoles } from './groups/apply-group-roles.ts'
import { MOST_LOGIN_GROUPS, MOST_NAME_LENGTH } from './groups/group-role.ts'
import { replaceLoginGroups } from './groups/group-roles.store.ts'
import { applyAccountPolicy } from './policies/account-policies.store.ts'
import { linkUser } from './scim/link-user.ts'
import { findScimUserByEmail } from './scim/scim-users.store.ts'

type Vouched = { email: string | null; isEmailVerified: boolean; groups: readonly string[] }

/**
 * A login through a provider that has verified an address of a company: the user is linked with the record that the company has
 * of this address, and is in its workspaces what the groups say now. Which account the company is follows from the domain alone.
 */
export async function joinCompany(tx: Tx, userId: string, { email, isEmailVerified, groups }: Vouched) {
  const company = email && isEmailVerified ? await companyOf(tx, email) : undefined
  if (!email || !company) return
  const { accountId } = company
  const record = await findScimUserByEmail(tx, accountId, emailKey(email))
  // A person whom the company has removed is let into nothing of it, whatever groups the provider still names.
  const isRemoved = record !== undefined && !record.isActive
  if (record?.isActive) await linkUser(tx, 'system', record, userId)
  await replaceLoginGroups(tx, accountId, userId, isRemoved ? [] : keysOf(groups))
  await applyGroupRoles(tx, 'system', accountId, userId)
  await applyAccountPolicy(tx, accountId, userId)
}

/** Does a company hold the domain of an address? Then only providers that are bound to it may say whose it is. */
export async function isOfCompany(tx: Tx, email: string): Promise<boolean> {
  return (await companyOf(tx, email)) !== undefined
}

/** Has the company of an address said that its holder is one of its people? They may come where registration is closed. */
export async function isProvisioned(tx: Tx, email: string): Promise<boolean> {
  const company = await companyOf(tx, email)
  const record = company && (await findScimUserByEmail(tx, company.accountId, emailKey(email)))
  return record?.isActive ?? false
}

function companyOf(tx: Tx, email: string) {
  const domain = domainOf(emailKey(email))
  return domain ? findHolder(tx, domain) : undefined
}

/** Each once; what can be no name of a group is passed over. */
function keysOf(groups: readonly string[]): string[] {
  const names = groups.filter((name) => name.trim() !== '' && name.length <= MOST_NAME_LENGTH)
  return [...new Set(names)].slice(0, MOST_LOGIN_GROUPS)
}
