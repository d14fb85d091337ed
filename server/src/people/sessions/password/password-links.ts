import type { Platform, PublicContext } from '../../../platform/context.ts'
import { notFound, ServiceError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Keyring } from '../../../platform/keyring.ts'
import { inTransaction, type Tx } from '../../../platform/postgres.ts'
import { enqueue } from '../../../platform/queue/queue.store.ts'
import { passwordLinkAttempt, passwordResetAttempt } from '../../accounts/attempts/attempt.ts'
import { countAttempt } from '../../accounts/attempts/count-attempt.ts'
import { emailKey } from '../../accounts/user.ts'
import { findUserByEmail, updatePassword } from '../../accounts/users.store.ts'
import { lockOwner } from '../../credentials/credentials.store.ts'
import {
  type Access,
  claimAddress,
  endAccess,
  hasHeldContent,
  isAddressProven,
  listAccess,
} from '../addresses.store.ts'
import { unusableLink } from '../sessions.errors.ts'
import { hashPassword } from './password-hash.ts'
import { findPasswordReset, insertPasswordReset, lockPasswordReset, updateLinkUsed } from './password-resets.store.ts'

/**
 * Has a link mailed, if the address is a user's. The user is not looked up here: the answer and its time are the same
 * for every address.
 */
export async function requestPasswordLink(ctx: PublicContext, email: string, language: 'en' | 'ja') {
  await countAttempt(ctx.db, passwordLinkAttempt(ctx))
  if (!ctx.mailer.isConfigured) return
  await inTransaction(ctx.db, (tx) =>
    enqueue(tx, { name: 'mail-password-link', payload: { requestId: newId(), email, language } }),
  )
}

/** For the operator of a server without mail: a link to a new password, to be handed over in person. */
export async function makePasswordLink(platform: Platform, email: string): Promise<string> {
  const user = await findUserByEmail(platform.db, emailKey(email))
  if (!user) throw notFound('user', email)
  const token = linkToken(platform.keyring, newId())
  const tokenHash = linkHash(platform.keyring, token)
  await inTransaction(platform.db, (tx) => insertPasswordReset(tx, { tokenHash, userId: user.userId }))
  return `${platform.settings.baseUrl}/reset-password?token=${token}`
}

/** `keep`: ids of tokens, keys and webhooks that go on working; all others end. */
type NewPasswordByLink = { token: string; password: string; keep?: readonly string[] | undefined }

/**
 * Sets a new password with a mailed link and ends every session, token, key and webhook that is not kept. Where the link is
 * the first proof of the address, everything made before ends and nothing can be kept. True: content is held for the user.
 */
export async function resetPassword(ctx: PublicContext, { token, password, keep = [] }: NewPasswordByLink) {
  await openLink(ctx, token)
  const passwordHash = await hashPassword(ctx, password)
  return inTransaction(ctx.db, async (tx) => {
    const link = await lockPasswordReset(tx, linkHashes(ctx.keyring, token))
    if (!link) throw unusableLink()
    await endWhatWasThere(tx, link, keep)
    await updatePassword(tx, link.userId, passwordHash)
    return hasHeldContent(tx, link.userId)
  })
}

async function endWhatWasThere(tx: Tx, link: { tokenHash: Buffer; userId: string }, keep: readonly string[]) {
  await lockOwner(tx, 'appUser', link.userId)
  // Asked first: the used link is a proof itself.
  const wasProven = await isAddressProven(tx, link.userId)
  await updateLinkUsed(tx, link.tokenHash)
  if (wasProven) await endAccess(tx, link.userId, keep, 'new password')
  else await claimAddress(tx, link.userId)
}

export type PasswordLinkReview = { isFirstProof: boolean; access: readonly Access[] }

/** What a new password by this link would end: nothing is listed of what a stranger may have made under the address. */
export async function reviewPasswordLink(ctx: PublicContext, token: string): Promise<PasswordLinkReview> {
  const { userId } = await openLink(ctx, token)
  if (!(await isAddressProven(ctx.db, userId))) return { isFirstProof: true, access: [] }
  return { isFirstProof: false, access: await listAccess(ctx.db, userId) }
}

/** The same for the page behind the link. Undefined: the link is no longer good, which the page says when it is sent off. */
export async function findReview(ctx: PublicContext, token: string) {
  try {
    return await reviewPasswordLink(ctx, token)
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}

/** Links that are not known are counted, and no password is hashed for them. */
async function openLink(ctx: PublicContext, token: string) {
  const link = await findPasswordReset(ctx.db, linkHashes(ctx.keyring, token))
  if (link) return link
  await countAttempt(ctx.db, passwordResetAttempt(ctx))
  throw unusableLink()
}

/** What a mailed link to a new password carries. Made from the request's id and our key: mailed twice, it is the same link. */
export const linkToken = (keyring: Keyring, requestId: string) =>
  keyring.sign('link', `password ${requestId}`).toString('base64url')

export const linkHash = (keyring: Keyring, token: string) => keyring.sign('link', `password link ${token}`)

const linkHashes = (keyring: Keyring, token: string) => keyring.signatures('link', `password link ${token}`)
