import { recordRefusal } from '../../../core/audit/append-audit-entry.ts'
import { lookAheadForTables } from '../../../core/reading/look-ahead-for-tables.ts'
import { missingScopes } from '../../../people/accounts/permission.ts'
import type { UsageCounter } from '../../../people/credentials/usage.ts'
import { identifyCaller } from '../../../people/sessions/identify-caller.ts'
import { Ahead } from '../../../platform/ahead.ts'
import type { Caller } from '../../../platform/caller.ts'
import type { Context, Platform, PublicContext } from '../../../platform/context.ts'
import { ServiceError } from '../../../platform/errors.ts'
import { newId, toWireId } from '../../../platform/ids.ts'
import type { Limiter } from '../../../platform/limiter/limiter.ts'
import { networkOf } from '../../../platform/network.ts'
import { wireError } from '../protocol/wire-error.ts'

/** What stands behind every connection. */
export type AdmissionContext = { platform: Platform; limiter: Limiter; usage: UsageCounter }

/** Whose connection it is. The credential is checked before every statement. */
export type Holder = { credential: string; ip: string }

export type Admitted = { ctx: Context; release: () => void }

/**
 * What a request over HTTP passes before it is handled: the credential holds, it does not ask too often, and it may read. Whether
 * it reaches the workbook is checked where that is opened.
 */
export async function admitStatement(
  ground: AdmissionContext,
  holder: Holder,
  workbookId: string | null,
): Promise<Admitted> {
  const ctx = contextOf(ground.platform, holder)
  if (workbookId !== null) lookAheadForTables(ctx, { workbook_id: workbookId }, holder.credential)
  const caller = await identify(ground, ctx, holder)
  const admission = await ground.limiter.admit(rateSubject(caller), {
    perMinute: caller.ratePerMinute,
    atOnce: ctx.settings.limits.requestsAtOnce,
  })
  if (!admission.admitted) throw tooManyStatements(admission.reason, admission.retryAfterSeconds)
  ground.usage.count(caller)
  const admitted = { ...ctx, caller }
  if (missingScopes(caller.scopes, ['workbooks:read']).length > 0) {
    admission.release()
    if (workbookId !== null) await recordRefused(admitted, workbookId, 'insufficient_scope')
    throw wireError('42501', 'The credential lacks the scope workbooks:read.', { isFatal: true })
  }
  return { ctx: admitted, release: admission.release }
}

function contextOf(platform: Platform, { ip }: Holder): PublicContext {
  const requestId = toWireId('req', newId())
  return { ...platform, requestId, ip, log: platform.log.child({ request: requestId }), ahead: new Ahead() }
}

/** All sessions of a user share one bucket, here and over HTTP. */
const rateSubject = ({ kind, userId, credentialId }: Caller) => (kind === 'session' ? `user:${userId}` : credentialId)

async function identify(
  { limiter }: AdmissionContext,
  ctx: PublicContext,
  { credential, ip }: Holder,
): Promise<Caller> {
  try {
    return await identifyCaller(ctx, credential)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    // Guessing is slowed down per network address, together with guesses over HTTP.
    const guess = await limiter.admit(`guess:${networkOf(ip)}`, { perMinute: 300, atOnce: Number.MAX_SAFE_INTEGER })
    if (!guess.admitted) throw tooManyStatements('rate', guess.retryAfterSeconds)
    guess.release()
    throw error
  }
}

const tooManyStatements = (reason: 'rate' | 'concurrency', seconds: number) =>
  wireError('53400', reason === 'rate' ? 'too many statements a minute' : 'too many statements at once', {
    hint: `Try again in ${seconds} s.`,
  })

/** A refusal in a workbook goes into its audit log. */
export async function reportRefused(ctx: Context, workbookId: string, error: unknown) {
  if (!(error instanceof ServiceError)) return
  const at = error.text.refusedAt?.workbookId ?? (error.kind === 'forbidden' ? workbookId : null)
  if (at !== null) await recordRefused(ctx, at, error.code)
}

const COUNTED: ReadonlySet<string> = new Set(['not_found', 'insufficient_scope'])

const recordRefused = (ctx: Context, workbookId: string, code: string) =>
  recordRefusal(ctx, { workbookId, action: 'runQuery', target: {}, detail: { code } }, COUNTED.has(code))
