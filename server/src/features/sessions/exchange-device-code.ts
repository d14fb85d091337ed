import type { PublicContext } from '../../platform/context.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { deviceCodeAttempt } from '../accounts/attempt.ts'
import { countAttempt } from '../accounts/count-attempt.ts'
import { findUser } from '../accounts/users.store.ts'
import { beginSession, type Login } from './begin-session.ts'
import { codeHashes } from './device-code.ts'
import { deleteDeviceGrant, lockDeviceGrant, updatePolled } from './device-grants.store.ts'
import { type DeviceRefusal, deviceRefusal } from './sessions.errors.ts'

const SLOWER_BY_SECONDS = 5

/** The program asks whether its user has decided. A code is good for one session. */
export async function exchangeDeviceCode(ctx: PublicContext, deviceCode: string): Promise<Login> {
  const outcome = await inTransaction(ctx.db, (tx) => poll(ctx, tx, deviceCode))
  // Thrown only here: what was noted about this poll must outlive the refusal.
  if (outcome === 'expired_token') await countAttempt(ctx.db, deviceCodeAttempt(ctx))
  if (typeof outcome === 'string') throw deviceRefusal(outcome)
  return outcome
}

async function poll(ctx: PublicContext, tx: Tx, deviceCode: string): Promise<Login | DeviceRefusal> {
  const grant = await lockDeviceGrant(tx, codeHashes(ctx.keyring, deviceCode))
  if (!grant) return 'expired_token'
  if (grant.status === 'denied') return 'access_denied'
  if (grant.status === 'pending') {
    await updatePolled(tx, grant.deviceCodeHash, grant.isTooSoon ? SLOWER_BY_SECONDS : 0)
    return grant.isTooSoon ? 'slow_down' : 'authorization_pending'
  }
  const user = grant.userId ? await findUser(tx, grant.userId) : undefined
  if (!user) return 'expired_token'

  await deleteDeviceGrant(tx, grant.deviceCodeHash)
  return beginSession(ctx, tx, user)
}
