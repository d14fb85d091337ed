import type { PublicContext } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { sessionToAccept } from '../accounts/accounts.errors.ts'
import { findUser } from '../accounts/users.store.ts'
import type { KnownUser } from './begin-session.ts'
import { identifyCaller } from './identify-caller.ts'

/** Who holds this session. A token or key is no person. */
export async function openSessionUser(ctx: PublicContext, accessToken: string): Promise<KnownUser> {
  const caller = await identifyCaller(ctx, accessToken)
  if (caller.kind !== 'session') throw sessionToAccept()
  const user = await findUser(ctx.db, caller.userId)
  assertState(user, 'a session of nobody')
  return user
}
