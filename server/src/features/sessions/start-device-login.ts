import type { PublicContext } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { newDeviceAttempt } from '../accounts/attempt.ts'
import { countAttempt } from '../accounts/count-attempt.ts'
import { codeHash, DEVICE_SECONDS, newDeviceCode, newUserCode, POLL_SECONDS } from './device-code.ts'
import { insertDeviceGrant } from './device-grants.store.ts'

/** A program asks for a login that a person will approve in his browser. */
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
