import type { Caller, Scope } from '../../platform/caller.ts'

/** What a user is in a place. Workbooks know viewer, editor, owner; workspaces viewer, editor, admin; accounts owner. */
export type Role = 'viewer' | 'editor' | 'admin' | 'owner'

/** Somewhere a caller wants to act, and what they are there. */
export type Target = {
  accountId: string
  /** Null: the account as such. */
  workspaceId: string | null
  /** Null: the workspace as such. */
  workbookId: string | null
  /** Null: they could never see it. */
  role: Role | null
}

export type Need = { scopes: readonly Scope[]; role: Role }

export type Decision = 'allowed' | 'not_found' | 'out_of_reach' | 'insufficient_scope' | 'role_required'

const RANK: Record<Role, number> = { viewer: 0, editor: 1, admin: 2, owner: 3 }

/** May this credential do this here? Scope, reach and role must all say yes; nothing else is ever asked. */
export function decide(caller: Caller, need: Need, place: Target): Decision {
  if (place.role === null) return 'not_found'
  if (!reaches(caller, place)) return 'out_of_reach'
  if (missingScopes(caller.scopes, need.scopes).length > 0) return 'insufficient_scope'
  if (RANK[place.role] < RANK[need.role]) return 'role_required'
  return 'allowed'
}

/** Reach is set by the credential's resource alone. */
export function reaches(
  { reach, accountId }: Pick<Caller, 'reach' | 'accountId'>,
  place: Omit<Target, 'role'>,
): boolean {
  switch (reach.kind) {
    case 'everything':
      return true
    case 'account':
      return place.accountId === accountId
    case 'workspace':
      return place.workspaceId === reach.workspaceId
    case 'workbook':
      return place.workbookId === reach.workbookId
  }
}

/** Within one resource write implies read, and so does proposing, which writing implies too; nothing else implies anything. */
export function missingScopes(held: ReadonlySet<Scope>, needed: readonly Scope[]): Scope[] {
  return needed.filter((scope) => !holds(held, scope))
}

const holds = (held: ReadonlySet<Scope>, scope: Scope) =>
  held.has(scope) ||
  (scope === 'workbooks:read' && held.has('workbooks:write')) ||
  (scope === 'workbooks:read' && held.has('workbooks:propose')) ||
  (scope === 'workbooks:propose' && held.has('workbooks:write'))

/** The stronger of two roles. */
export function strongest(...roles: (Role | null)[]): Role | null {
  return roles.reduce((best, role) => (role !== null && (best === null || RANK[role] > RANK[best]) ? role : best), null)
}
