import type { PublicContext } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { updatePassword } from '../accounts/users.store.ts'
import { lockOwner } from '../credentials/credentials.store.ts'
import { deleteDeviceGrantsOf } from './device-grants.store.ts'
import { hashPassword } from './password-hash.ts'
import { linkHashes } from './password-link.ts'
import { deleteUnusedLinks, takePasswordReset } from './password-resets.store.ts'
import { unusableLink } from './sessions.errors.ts'
import { updateSessionsRevoked } from './sessions.store.ts'

/** Sets a new password with a mailed link. Whoever knew the old one is logged out everywhere. */
export async function resetPassword(ctx: PublicContext, { token, password }: { token: string; password: string }) {
  const passwordHash = await hashPassword(password)
  await inTransaction(ctx.db, async (tx) => {
    const link = await takePasswordReset(tx, linkHashes(ctx.keyring, token))
    if (!link) throw unusableLink()
    await lockOwner(tx, 'appUser', link.userId)
    await updatePassword(tx, link.userId, passwordHash)
    await deleteUnusedLinks(tx, link.userId)
    // Grants before sessions: one that is being exchanged just now becomes a session first.
    await deleteDeviceGrantsOf(tx, link.userId)
    await updateSessionsRevoked(tx, link.userId, 'new password')
  })
}
