import type { PublicContext } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { type Attempt, guessedAddressAttempt, loginAttempt, passwordAttempt } from '../../accounts/attempts/attempt.ts'
import { clearAttempts, countAttempt, refuseIfTriedTooOften } from '../../accounts/attempts/count-attempt.ts'
import { emailKey } from '../../accounts/user.ts'
import { findUser, findUserByEmail } from '../../accounts/users.store.ts'
import { lockOwner } from '../../credentials/credentials.store.ts'
import { invalidCredentials } from '../sessions.errors.ts'
import { beginSession, type Login } from '../sessions.ts'
import { isPassword } from './password-hash.ts'

export async function logIn(
  ctx: PublicContext,
  { email, password }: { email: string; password: string },
): Promise<Login> {
  const attempts = [passwordAttempt(ctx, email), guessedAddressAttempt(ctx, email)]
  for (const attempt of attempts) await refuseIfTriedTooOften(ctx.db, attempt)
  // Before the password is looked at: each look costs as much, right or wrong.
  await countAttempt(ctx.db, loginAttempt(ctx))
  const user = await findUserByEmail(ctx.db, emailKey(email))
  const isRight = await isPassword(ctx, user?.passwordHash ?? null, password)
  if (!user || !isRight) return refuse(ctx, attempts)

  const login = await inTransaction(ctx.db, async (tx) => {
    for (const attempt of attempts) await clearAttempts(tx, attempt)
    // A password that was changed meanwhile opens nothing any more.
    await lockOwner(tx, 'appUser', user.userId)
    const current = await findUser(tx, user.userId)
    return current?.passwordHash === user.passwordHash ? beginSession(ctx, tx, user) : undefined
  })
  return login ?? refuse(ctx, attempts)
}

async function refuse(ctx: PublicContext, attempts: readonly Attempt[]): Promise<never> {
  for (const attempt of attempts) await countAttempt(ctx.db, attempt)
  throw invalidCredentials()
}
