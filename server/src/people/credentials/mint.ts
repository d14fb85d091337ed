import type { Caller, Reach, Scope } from '../../platform/caller.ts'
import { missingScopes, reaches } from '../accounts/permission.ts'

/** What a new credential is to be. */
export type Minted = {
  /** The one account it is bound to. */
  accountId: string
  scopes: readonly Scope[]
  reach: Exclude<Reach, { kind: 'everything' }>
  /** Where that reach lies. */
  place: { accountId: string; workspaceId: string | null; workbookId: string | null }
  ratePerMinute: number
  expiresAt: Date | null
}

/**
 * What the new credential would have beyond its issuer, in words; empty when it may be minted. A session may mint
 * anything; nothing else ever gives more than it has.
 */
export function excessOver(issuer: Caller, minted: Minted): string[] {
  if (issuer.kind === 'session') return []
  const excess: string[] = missingScopes(issuer.scopes, minted.scopes).map((scope) => `scope ${scope}`)
  if (minted.accountId !== issuer.accountId || !reachesAll(issuer, minted)) excess.push('its reach')
  if (minted.ratePerMinute > issuer.ratePerMinute) excess.push('its rate limit')
  if (issuer.expiresAt && (minted.expiresAt === null || minted.expiresAt > issuer.expiresAt))
    excess.push('its lifetime')
  return excess
}

/** What a new credential reaches when nothing is said: the whole account, or what its issuer is pinned to. */
export const ownReach = ({ reach }: Pick<Caller, 'reach'>): Minted['reach'] =>
  reach.kind === 'everything' ? { kind: 'account' } : reach

/** The same for a key, which is pinned to a workspace or to nothing. */
export const pinnedWorkspace = ({ reach }: Pick<Caller, 'reach'>): string | null =>
  reach.kind === 'workspace' ? reach.workspaceId : null

/** A reach over the whole account is covered only by one as wide. */
function reachesAll(issuer: Pick<Caller, 'reach' | 'accountId'>, { reach, place }: Minted): boolean {
  if (reach.kind === 'account') return issuer.reach.kind === 'account'
  return reaches(issuer, place)
}

/**
 * Who may see and revoke a credential: a session and account-wide credentials every one of their account, a pinned
 * credential those pinned the same way, and each itself.
 */
export function manages(caller: Caller, other: { credentialId: string; accountId: string; reach: Reach }): boolean {
  if (other.credentialId === caller.credentialId || caller.kind === 'session') return true
  if (other.accountId !== caller.accountId) return false
  return caller.reach.kind === 'account' || isSameReach(caller.reach, other.reach)
}

function isSameReach(a: Reach, b: Reach): boolean {
  if (a.kind === 'workspace' && b.kind === 'workspace') return a.workspaceId === b.workspaceId
  if (a.kind === 'workbook' && b.kind === 'workbook') return a.workbookId === b.workbookId
  return a.kind === b.kind
}
