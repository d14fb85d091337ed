import type { PublicContext } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { userCodeAttempt } from '../accounts/attempt.ts'
import { countAttempt, refuseIfTriedTooOften } from '../accounts/count-attempt.ts'
import { codeHashes, readUserCode } from './device-code.ts'
import { findPendingDevice, updateDecided } from './device-grants.store.ts'
import { unknownUserCode } from './sessions.errors.ts'

/** A person lets a program in as himself, or sends it away. */
export async function decideDevice(
  ctx: PublicContext,
  userId: string,
  typedCode: string,
  status: 'approved' | 'denied',
) {
  const device = await openDevice(ctx, userId, typedCode)
  const isDecided = await inTransaction(ctx.db, (tx) => updateDecided(tx, device.deviceCodeHash, { status, userId }))
  if (!isDecided) throw unknownUserCode()
}

/** Finds the program that waits under this code. Wrong codes are counted: a guessed one would let a stranger in. */
export async function openDevice(ctx: PublicContext, userId: string, typedCode: string) {
  const attempt = userCodeAttempt(ctx, userId)
  await refuseIfTriedTooOften(ctx.db, attempt)
  const device = await findPendingDevice(ctx.db, codeHashes(ctx.keyring, readUserCode(typedCode)))
  if (device) return device
  await countAttempt(ctx.db, attempt)
  throw unknownUserCode()
}
