import { outOfReach } from '../features/accounts/accounts.errors.ts'
import { openWorkspace } from '../features/accounts/open-workspace.ts'
import { missingScopes } from '../features/accounts/permission.ts'
import { recordRefusal } from '../features/audit/record-refusal.ts'
import type { UsageCounter } from '../features/credentials/count-usage.ts'
import { identifyCaller } from '../features/sessions/identify-caller.ts'
import { openWorkbook } from '../features/workbooks/open-workbook.ts'
import type { Doors } from '../http/doors.ts'
import type { Endpoint, Reached } from '../http/endpoint.ts'
import type { StoredReach } from '../http/idempotency.store.ts'
import type { Caller } from '../platform/caller.ts'
import type { Context } from '../platform/context.ts'
import type { ServiceError } from '../platform/errors.ts'
import type { Limiter } from '../platform/limiter.ts'

export type DoorParts = { limiter: Limiter; usage: UsageCounter; checkResponses: boolean }

/** Ties what HTTP asks at its doors to the features that know the answers. */
export function createDoors({ limiter, usage, checkResponses }: DoorParts): Doors {
  return {
    limiter,
    checkResponses,
    identify: identifyCaller,
    missingScopes: (caller, scopes) => missingScopes(caller.scopes, scopes),
    enter,
    mayReplay: refuseIfNarrower,
    count: usage.count,
    refused: tellOfRefusal,
  }
}

async function enter(ctx: Context, place: Reached, params: Record<string, unknown>) {
  if ('workbook' in place) return openWorkbook(ctx, String(params.workbook_id), place.workbook)
  await openWorkspace(ctx, String(params.workspace_id), place.workspace)
  return undefined
}

/** An answer made with a wide credential is not read back with a narrower one. */
function refuseIfNarrower(caller: Caller, stored: StoredReach) {
  const isSame = caller.accountId === stored.accountId && JSON.stringify(caller.reach) === JSON.stringify(stored.reach)
  const isWider =
    caller.reach.kind === 'everything' ||
    (caller.reach.kind === 'account' && caller.accountId === stored.accountId && stored.reach.kind !== 'everything')
  if (!isSame && !isWider) throw outOfReach('answer to this Idempotency-Key')
}

/** Who was turned away from a workbook is told in its audit log. */
async function tellOfRefusal(ctx: Context, { operation }: Endpoint, { code }: ServiceError, workbookId: string) {
  // Anybody may knock as often as he likes, so that those who do are counted.
  const isCounted = COUNTED.has(code)
  await recordRefusal(ctx, { workbookId, action: operation, target: {}, detail: { code } }, isCounted)
}

/** Refusals that need no place in the workbook. */
const COUNTED: ReadonlySet<string> = new Set(['not_found', 'insufficient_scope', 'session_required'])
