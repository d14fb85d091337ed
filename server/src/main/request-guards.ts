import { recordRefusal } from '../core/audit/append-audit-entry.ts'
import { openWorkbook } from '../core/workbooks/open-workbook.ts'
import { findPersonalWorkspace } from '../core/workbooks/workbooks.store.ts'
import { outOfReach } from '../people/accounts/accounts.errors.ts'
import { missingScopes } from '../people/accounts/permission.ts'
import { openWorkspace } from '../people/accounts/workspaces/open-workspace.ts'
import type { UsageCounter } from '../people/credentials/usage.ts'
import { identifyCaller } from '../people/sessions/identify-caller.ts'
import { type Caller, PROVISIONING_SCOPE, type Scope } from '../platform/caller.ts'
import type { Context } from '../platform/context.ts'
import type { ServiceError } from '../platform/errors.ts'
import type { Endpoint, Reached } from '../platform/http/endpoint.ts'
import { insufficientScope } from '../platform/http/http.errors.ts'
import type { StoredHolder } from '../platform/http/idempotency/idempotency.store.ts'
import { keyOfAnotherCredential } from '../platform/http/idempotency/idempotency.ts'
import type { RequestGuards } from '../platform/http/request-guards.ts'
import type { Limiter } from '../platform/limiter/limiter.ts'
import { identifyLink } from '../work/links/identify-link.ts'

export type RequestGuardParts = { limiter: Limiter; usage: UsageCounter; checkResponses: boolean }

/** Connects the guards that HTTP asks to the features that know the answers. */
export function createRequestGuards({ limiter, usage, checkResponses }: RequestGuardParts): RequestGuards {
  return {
    limiter,
    checkResponses,
    identify: identifyCaller,
    identifyLink,
    missingScopes: missing,
    enter,
    mayReplay: refuseReplay,
    count: usage.count,
    refused: recordRefusedRequest,
    findPersonalWorkspace: ({ db, caller }) => findPersonalWorkspace(db, caller.userId),
  }
}

/** A key for provisioning lacks every other scope, and is not let in where any credential is. */
function missing({ scopes: held }: Pick<Caller, 'scopes'>, scopes: readonly Scope[]): Scope[] {
  const isLetIn = !held.has(PROVISIONING_SCOPE) || scopes.includes(PROVISIONING_SCOPE)
  return isLetIn || scopes.length > 0 ? missingScopes(held, scopes) : ['account:read']
}

async function enter(ctx: Context, place: Reached, params: Record<string, unknown>) {
  if ('workbook' in place) return openWorkbook(ctx, String(params.workbook_id), place.workbook)
  await openWorkspace(ctx, String(params.workspace_id), place.workspace)
  return undefined
}

/**
 * A replay is a read of what another credential of the same user did. A secret is shown to that credential alone; anything
 * else to credentials that reach as far, may do as much and last as long.
 */
function refuseReplay(caller: Caller, stored: StoredHolder, answersSecret: boolean) {
  if (caller.credentialId === stored.credentialId) return
  refuseIfNarrower(caller, stored)
  if (answersSecret)
    throw keyOfAnotherCredential('The answer holds a secret, which is shown only to the credential that asked for it.')
  const missing = missingScopes(caller.scopes, stored.scopes ?? [])
  if (missing.length > 0) throw insufficientScope(missing)
  // A session goes on as long as its user does; it is theirs to renew.
  const endsEarlier = stored.expiresAt !== undefined && endOf(caller.expiresAt) < endOf(stored.expiresAt)
  if (caller.kind !== 'session' && endsEarlier)
    throw keyOfAnotherCredential('The credential that sent it first lasts longer than this one.')
}

const endOf = (expiresAt: Date | string | null) =>
  expiresAt === null ? Number.POSITIVE_INFINITY : new Date(expiresAt).getTime()

function refuseIfNarrower(caller: Caller, stored: StoredHolder) {
  const isSame = caller.accountId === stored.accountId && JSON.stringify(caller.reach) === JSON.stringify(stored.reach)
  const isWider =
    caller.reach.kind === 'everything' ||
    (caller.reach.kind === 'account' && caller.accountId === stored.accountId && stored.reach.kind !== 'everything')
  if (!isSame && !isWider) throw outOfReach('answer to this Idempotency-Key')
}

/** Refusals in a workbook go into its audit log. */
async function recordRefusedRequest(ctx: Context, { operation }: Endpoint, { code }: ServiceError, workbookId: string) {
  // Strangers can try as often as they like, so their refusals are only counted.
  const isCounted = COUNTED.has(code)
  await recordRefusal(ctx, { workbookId, action: operation, target: {}, detail: { code } }, isCounted)
}

/** Refusals that need no place in the workbook. */
const COUNTED: ReadonlySet<string> = new Set(['not_found', 'insufficient_scope', 'session_required'])
