import { reaches } from '../../../people/accounts/permission.ts'
import type { Caller, Reach } from '../../../platform/caller.ts'
import type { Settings } from '../../../platform/settings.ts'

/** An address that receives events, and how it is doing. Only an active one is sent anything. */
export const WEBHOOK_STATUSES = ['active', 'paused', 'disabled'] as const
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number]

/** What its owner can make of it; `disabled` is the service's own word. */
export const CHOSEN_STATUSES = ['active', 'paused'] as const satisfies readonly WebhookStatus[]

/** Why a webhook is no longer served: its receiver said so, or answered nothing but failures for days. */
export type DisabledReason = 'gone' | 'failing'

/** Where a webhook may go. */
export const urlRuleOf = ({ webhooks, outgoing }: Settings) => ({
  ...outgoing,
  isPrivateAllowed: webhooks.isPrivateAllowed,
  schemes: ['https:'] as const,
})

/** A webhook gets the events that the credential that made it could see. */
export type WebhookReach = { accountId: string; reachKind: Reach['kind']; reachId: string | null }

export function reachOfNew({ accountId, reach }: Caller): WebhookReach {
  const reachId = reach.kind === 'workspace' ? reach.workspaceId : reach.kind === 'workbook' ? reach.workbookId : null
  return { accountId, reachKind: reach.kind, reachId }
}

/**
 * Who may see and change a webhook: credentials that reach all of its events. A token of one workbook could otherwise send
 * the events of all others to an address of its choice.
 */
export function managesWebhook(caller: Caller, { accountId, reachKind, reachId }: WebhookReach): boolean {
  if (caller.reach.kind === 'everything') return true
  if (accountId !== caller.accountId || reachKind === 'everything') return false
  if (caller.reach.kind === 'account') return true
  if (reachKind === 'account') return false
  // What a workspace holds is not asked for: a token of the workspace does not manage webhooks of its workbooks.
  const place = {
    accountId,
    workspaceId: reachKind === 'workspace' ? reachId : null,
    workbookId: reachKind === 'workbook' ? reachId : null,
  }
  return reaches(caller, place)
}
