import { newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres.ts'
import { insertAccount } from './accounts.store.ts'
import { PERSONAL_NAME } from './invitations/invitation.ts'
import { insertMember } from './members/members.store.ts'
import { emailKey } from './user.ts'
import { insertUser } from './users.store.ts'
import { insertWorkspace } from './workspaces/workspaces.store.ts'

export type NewUser = { email: string; name: string; passwordHash: string | null }

/**
 * A user is created with a default account and a personal workspace. Undefined: the address is taken.
 */
export async function createUser(tx: Tx, { email, name, passwordHash }: NewUser) {
  const user = await insertUser(tx, {
    userId: newId(),
    email: email.trim(),
    emailKey: emailKey(email),
    name,
    passwordHash,
  })
  if (!user) return undefined
  const account = await insertAccount(tx, {
    accountId: newId(),
    kind: 'default',
    name,
    ownerId: user.userId,
    plan: 'self_hosted',
  })
  const workspace = await insertWorkspace(tx, {
    workspaceId: newId(),
    accountId: account.accountId,
    kind: 'personal',
    name: PERSONAL_NAME,
  })
  await insertMember(tx, { workspaceId: workspace.workspaceId, userId: user.userId, baseRole: 'admin' })
  return user
}
