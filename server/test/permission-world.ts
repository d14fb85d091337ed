import fc from 'fast-check'
import type { Decision, Need, Role, Target } from '../src/people/accounts/permission.ts'
import { type Caller, type Reach, SCOPES, type Scope } from '../src/platform/caller.ts'

/**
 * A second opinion on who may do what, written differently from the code: places are a tree that is walked, scopes and
 * roles are tables that are looked up.
 */
const TREE: Record<string, Record<string, string[]>> = {
  a: { a1: ['a1x', 'a1y'], a2: ['a2x', 'a2y'] },
  b: { b1: ['b1x', 'b1y'], b2: ['b2x', 'b2y'] },
}

export type Spot = Omit<Target, 'role'> & { name: string }

export const SPOTS: readonly Spot[] = Object.entries(TREE).flatMap(([accountId, workspaces]) => [
  { name: accountId, accountId, workspaceId: null, workbookId: null },
  ...Object.entries(workspaces).flatMap(([workspaceId, workbooks]) => [
    { name: workspaceId, accountId, workspaceId, workbookId: null },
    ...workbooks.map((workbookId) => ({ name: workbookId, accountId, workspaceId, workbookId })),
  ]),
])

/** The names of a place and of everything in it. */
function within(name: string): string[] {
  const workspaces = TREE[name]
  if (workspaces) return [name, ...Object.keys(workspaces).flatMap(within)]
  const workbooks = Object.values(TREE).flatMap((some) => some[name] ?? [])
  return [name, ...workbooks]
}

export function spotsReached({ reach, accountId }: Caller): Set<string> {
  if (reach.kind === 'everything') return new Set(SPOTS.map(({ name }) => name))
  if (reach.kind === 'account') return new Set(within(accountId))
  return new Set(within(reach.kind === 'workspace' ? reach.workspaceId : reach.workbookId))
}

/** What holding one scope allows: itself, and for two of them others. */
const GRANTS: Partial<Record<Scope, readonly Scope[]>> = {
  'workbooks:propose': ['workbooks:propose', 'workbooks:read'],
  'workbooks:write': ['workbooks:write', 'workbooks:propose', 'workbooks:read'],
}
export const granted = (held: Iterable<Scope>) => new Set([...held].flatMap((scope) => GRANTS[scope] ?? [scope]))

export const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const
const SUFFICES: Record<Role, readonly Role[]> = {
  viewer: ['viewer'],
  editor: ['viewer', 'editor'],
  admin: ['viewer', 'editor', 'admin'],
  owner: ['viewer', 'editor', 'admin', 'owner'],
}

export type PermissionCase = { caller: Caller; need: Need; spot: Spot; role: Role | null }

export function modelDecision({ caller, need, spot, role }: PermissionCase): Decision {
  const scopes = granted(caller.scopes)
  if (!role) return 'not_found'
  if (!spotsReached(caller).has(spot.name)) return 'out_of_reach'
  if (!need.scopes.every((scope) => scopes.has(scope))) return 'insufficient_scope'
  return SUFFICES[role].includes(need.role) ? 'allowed' : 'role_required'
}

export const ANY_USER = { credentialId: 'c', userId: 'u', ratePerMinute: 600, expiresAt: null }
export const reachOf = (spot: Spot): Exclude<Reach, { kind: 'everything' }> => {
  if (spot.workbookId) return { kind: 'workbook', workbookId: spot.workbookId }
  return spot.workspaceId ? { kind: 'workspace', workspaceId: spot.workspaceId } : { kind: 'account' }
}

export const anySpot = fc.constantFrom(...SPOTS)
export const someScopes = fc.subarray([...SCOPES])
export const aRate = fc.integer({ min: 1, max: 10_000 })
export const anExpiry = fc.option(fc.integer({ min: 0, max: 1000 }).map((day) => new Date(day * 86_400_000)))

const aSession = fc.constantFrom('a', 'b').map(
  (accountId): Caller => ({
    ...ANY_USER,
    kind: 'session',
    accountId,
    scopes: new Set(SCOPES),
    reach: { kind: 'everything' },
  }),
)

const aCredential = fc
  .record({
    kind: fc.constantFrom('pat' as const, 'key' as const),
    spot: anySpot,
    scopes: someScopes,
    ratePerMinute: aRate,
    expiresAt: anExpiry,
    guest: fc.boolean(),
  })
  .map(({ spot, scopes, guest, ...rest }): Caller => {
    // A guest's token is bound to their own account and pinned into a workspace of another.
    const isGuest = guest && spot.workspaceId !== null && rest.kind === 'pat'
    const accountId = isGuest ? (spot.accountId === 'a' ? 'b' : 'a') : spot.accountId
    return { ...ANY_USER, ...rest, accountId, scopes: new Set(scopes), reach: reachOf(spot) }
  })

export const aCaller = fc.oneof({ weight: 1, arbitrary: aSession }, { weight: 5, arbitrary: aCredential })

export const aQuestion: fc.Arbitrary<PermissionCase> = fc.record({
  caller: aCaller,
  need: fc.record({ scopes: fc.subarray([...SCOPES], { maxLength: 3 }), role: fc.constantFrom(...ROLES) }),
  spot: anySpot,
  role: fc.constantFrom(...ROLES, null),
})
