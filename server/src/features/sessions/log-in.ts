import type { PublicContext } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { emailKey } from '../accounts/user.ts'
import { findUser, findUserByEmail } from '../accounts/users.store.ts'
import { lockOwner } from '../credentials/credentials.store.ts'
import { type Attempt, passwordAttempt } from './attempt.ts'
import { beginSession, type Login } from './begin-session.ts'
import { clearAttempts, countAttempt, refuseIfTriedTooOften } from './count-attempt.ts'
import { isPassword } from './password-hash.ts'
import { invalidCredentials } from './sessions.errors.ts'

export async function logIn(
  ctx: PublicContext,
  { email, password }: { email: string; password: string },
): Promise<Login> {
  const attempt = passwordAttempt(ctx, email)
  await refuseIfTriedTooOften(ctx.db, attempt)
  const user = await findUserByEmail(ctx.db, emailKey(email))
  const isRight = await isPassword(user?.passwordHash ?? null, password)
  if (!user || !isRight) return refuse(ctx, attempt)

  const login = await inTransaction(ctx.db, async (tx) => {
    await clearAttempts(tx, attempt)
    // A password that was changed meanwhile opens nothing any more.
    await lockOwner(tx, 'appUser', user.userId)
    const current = await findUser(tx, user.userId)
    return current?.passwordHash === user.passwordHash ? beginSession(ctx, tx, user) : undefined
  })
  return login ?? refuse(ctx, attempt)
}

async function refuse(ctx: PublicContext, attempt: Attempt): Promise<never> {
  await countAttempt(ctx.db, attempt)
  throw invalidCredentials()
}
