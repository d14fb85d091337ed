import type { PublicContext } from '../../../platform/context.ts'
import { assertState } from '../../../platform/errors.ts'
import { inTransaction, type Tx } from '../../../platform/postgres.ts'
import { deviceCodeAttempt, newDeviceAttempt, userCodeAttempt } from '../../accounts/attempts/attempt.ts'
import { countAttempt, refuseIfTriedTooOften } from '../../accounts/attempts/count-attempt.ts'
import { findUser } from '../../accounts/users.store.ts'
import { type DeviceRefusal, deviceRefusal, unknownUserCode } from '../sessions.errors.ts'
import { beginSession, type Login } from '../sessions.ts'
import {
  codeHash,
  codeHashes,
  DEVICE_SECONDS,
  newDeviceCode,
  newUserCode,
  POLL_SECONDS,
  readUserCode,
} from './device-code.ts'
import {
  deleteDeviceGrant,
  findPendingDevice,
  insertDeviceGrant,
  lockDeviceGrant,
  updateDecided,
  updatePolled,
} from './device-grants.store.ts'

/** A program asks for a login that a person will approve in their browser. */
export async function startDeviceLogin(
  ctx: PublicContext,
  clientName: string,
): Promise<{ deviceCode: string; userCode: string }> {
  await countAttempt(ctx.db, newDeviceAttempt(ctx))
  const deviceCode = newDeviceCode()
  // Two of 25 billion codes are alike so seldom that a third try is one too many already.
  for (let tries = 0; tries < 3; tries++) {
    const userCode = newUserCode()
    const grant = {
      deviceCodeHash: codeHash(ctx.keyring, deviceCode),
      userCodeHash: codeHash(ctx.keyring, userCode),
      clientName,
      seconds: DEVICE_SECONDS,
      intervalSeconds: POLL_SECONDS,
    }
    if (await inTransaction(ctx.db, (tx) => insertDeviceGrant(tx, grant))) return { deviceCode, userCode }
  }
  assertState(false, 'three codes in a row were taken')
}

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
