import type { PublicContext } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { enqueue } from '../../platform/queue.store.ts'
import { passwordLinkAttempt } from '../accounts/attempt.ts'
import { countAttempt } from '../accounts/count-attempt.ts'

/**
 * Has a link mailed, if the address is a user's. Nobody looks the user up here: the answer and its time are the same
 * for every address.
 */
export async function requestPasswordLink(ctx: PublicContext, email: string, language: 'en' | 'ja') {
  await countAttempt(ctx.db, passwordLinkAttempt(ctx))
  if (!ctx.mailer.isConfigured) return
  await inTransaction(ctx.db, (tx) =>
    enqueue(tx, { name: 'mail-password-link', payload: { requestId: newId(), email, language } }),
  )
}
