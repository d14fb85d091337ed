import type { Platform } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { emailKey } from '../accounts/user.ts'
import { findUserByEmail } from '../accounts/users.store.ts'
import { linkHash, linkToken } from './password-link.ts'
import { insertPasswordReset } from './password-resets.store.ts'

/** For the operator of a server without mail: a link to a new password, to be handed over in person. */
export async function makePasswordLink(platform: Platform, email: string): Promise<string> {
  const user = await findUserByEmail(platform.db, emailKey(email))
  if (!user) throw notFound('user', email)
  const token = linkToken(platform.keyring, newId())
  const tokenHash = linkHash(platform.keyring, token)
  await inTransaction(platform.db, (tx) => insertPasswordReset(tx, { tokenHash, userId: user.userId }))
  return `${platform.settings.baseUrl}/reset-password?token=${token}`
}
