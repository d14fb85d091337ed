import type { PublicContext } from '../../../platform/context.ts'
import { inTransaction, type Tx } from '../../../platform/postgres.ts'
import { newcomerAttempt, takenAddressAttempt } from '../../accounts/attempts/attempt.ts'
import { countAttempt, refuseIfTriedTooOften } from '../../accounts/attempts/count-attempt.ts'
import { createUser } from '../../accounts/create-user.ts'
import { hasAnyUser } from '../../accounts/users.store.ts'
import { addressTaken, registrationClosed } from '../sessions.errors.ts'
import { lockFirstRegistration } from '../sessions.store.ts'
import { beginSession, type Login } from '../sessions.ts'
import { hashPassword } from './password-hash.ts'

/** A new user, logged in. That an address is taken can be asked for a few times only. */
export async function register(
  ctx: PublicContext,
  { email, password, name }: { email: string; password: string; name: string },
): Promise<Login> {
  if (!(await isRegistrationOpen(ctx))) throw registrationClosed()
  const attempt = takenAddressAttempt(ctx)
  await refuseIfTriedTooOften(ctx.db, attempt)
  await countAttempt(ctx.db, newcomerAttempt(ctx))
  const passwordHash = await hashPassword(ctx, password)

  const login = await inTransaction(ctx.db, async (tx) => {
    await refuseIfRegistrationClosed(ctx, tx)
    const user = await createUser(tx, { email, name: name.trim(), passwordHash })
    return user && beginSession(ctx, tx, user)
  })

  if (login) return login
  await countAttempt(ctx.db, attempt)
  throw addressTaken()
}

/** The first user of an empty instance may register, whatever its settings. */
export async function isRegistrationOpen({ settings, db }: Pick<PublicContext, 'settings' | 'db'>): Promise<boolean> {
  return settings.registrationOpen || !(await hasAnyUser(db))
}

/** Two people who come first at once: one of them does. */
export async function refuseIfRegistrationClosed({ settings }: PublicContext, tx: Tx) {
  if (settings.registrationOpen) return
  await lockFirstRegistration(tx)
  if (await hasAnyUser(tx)) throw registrationClosed()
}
